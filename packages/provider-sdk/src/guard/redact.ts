const replacement = '{redacted}';

/** A word as people name things: no long run of digits, nothing that looks like a token or an address. */
const plainWord = /^[A-Za-z_$][A-Za-z_$-]{0,31}[0-9]{0,3}$/;
const wordsWithMarks = /^[A-Za-z_$][A-Za-z0-9_$.[\]-]{0,39}$/;
const shortNumber = /^[0-9]{1,12}$/;

function isPlain(text: string): boolean {
  if (plainWord.test(text) || shortNumber.test(text)) return true;
  if (!wordsWithMarks.test(text)) return false;
  const digits = text.replace(/[^0-9]/g, '').length;
  return (
    digits <= 4 &&
    text.split(/[-_.[\]]/).every((word) => word.length <= 20 && !/[0-9][A-Za-z]+[0-9]/.test(word))
  );
}

/** A path without its query; segments that could be a secret, a name or free text are replaced. */
export function redactedPath(path: string): string {
  const segments = path
    .split('/')
    .map((segment) => (segment === '' || isPlain(segment) ? segment : replacement));
  return segments.join('/').slice(0, 500);
}

/** A field name or JSON Pointer, at most 180 characters; tokens that look like data are replaced. */
export function redactedName(name: string): string {
  const tokens = name.split('/').map((token) => (token === '' || isPlain(token) ? token : replacement));
  return tokens.join('/').slice(0, 180);
}

/** An origin; labels of its host that could carry data away are replaced. */
export function redactedHost(origin: string): string {
  const [scheme = '', rest = ''] = origin.split('://');
  if (/^([0-9]{1,3}(\.[0-9]{1,3}){3}|\[[0-9a-f:.]+\])(:[0-9]+)?$/.test(rest)) return origin;
  const [host = '', port] = rest.split(':');
  const labels = host.split('.').map((label) => (isPlain(label) ? label : replacement));
  return `${scheme}://${labels.join('.')}${port === undefined ? '' : `:${port}`}`.slice(0, 300);
}
