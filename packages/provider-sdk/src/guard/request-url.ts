/** A request's address in the one form that rules are compared with. */
export interface RequestUrl {
  readonly scheme: 'http' | 'https';
  /** Canonical: lower case, without a default port. */
  readonly origin: string;
  /** Without brackets, also for IPv6. */
  readonly hostname: string;
  readonly port: number;
  /** Starts with `/`. */
  readonly path: string;
  /** Empty, or starts with `?`. */
  readonly search: string;
  readonly href: string;
}

const longestUrl = 65_536;
const parts = /^(https?):\/\/([^/?#]*)([^?#]*)(\?[^#]*)?$/i;
const authority = /^([a-z0-9.-]+|\[[0-9a-f:.]+\])(?::([1-9][0-9]{0,4}))?$/;

function canonicalHost(scheme: string, host: string): boolean {
  if (host.endsWith('.') || !URL.canParse(`${scheme}://${host}`)) return false;
  // The platform's parser rewrites every odd spelling (short and octal IPv4, long IPv6): a rewrite is a refusal.
  return new URL(`${scheme}://${host}`).hostname === host;
}

/**
 * Reads an absolute URL, or answers null when two programs could read it differently. Scheme and host are
 * lower-cased and a default port is dropped; that is all that is normalised. User information, a fragment, a
 * trailing dot, an odd spelling of an address, a backslash in the path and anything that is not
 * printable ASCII are refused.
 */
export function readRequestUrl(raw: string): RequestUrl | null {
  if (raw.length > longestUrl || !/^[\x21-\x7e]*$/.test(raw)) return null;
  const match = parts.exec(raw);
  const scheme = match?.[1]?.toLowerCase();
  if (match === null || (scheme !== 'http' && scheme !== 'https')) return null;
  const hostMatch = authority.exec((match[2] ?? '').toLowerCase());
  const host = hostMatch?.[1];
  if (host === undefined || !canonicalHost(scheme, host)) return null;
  const defaultPort = scheme === 'http' ? 80 : 443;
  const port = hostMatch?.[2] === undefined ? defaultPort : Number(hostMatch[2]);
  const path = match[3] === '' || match[3] === undefined ? '/' : match[3];
  if (port > 65_535 || path.includes('\\')) return null;
  const origin = `${scheme}://${host}${port === defaultPort ? '' : `:${port}`}`;
  const search = match[4] ?? '';
  return {
    scheme,
    origin,
    hostname: host.replace(/^\[|\]$/g, ''),
    port,
    path,
    search,
    href: `${origin}${path}${search}`,
  };
}

/** Percent escapes that some server would decode into a separator, a dot, a control or another escape. */
const riskyEscape = /%(?:[01][0-9a-f]|7f|2[35ef]|3[bf]|5c|3[0-9]|4[1-9a-f]|5[0-9af]|6[1-9a-f]|7[0-9ae]|2d)/i;

/**
 * The path of a write as rules see it: escapes in upper case. Null when it is ambiguous: empty or dot
 * segments, path parameters (`;`), malformed escapes, escapes of characters that need none, and escapes of
 * separators, controls or the percent sign.
 */
export function strictPath(path: string): string | null {
  if (path.includes('//') || path.includes(';') || riskyEscape.test(path)) return null;
  if (path.split('/').some((segment) => segment === '.' || segment === '..')) return null;
  return decodes(path) ? path.replace(/%[0-9a-f]{2}/gi, (octet) => octet.toUpperCase()) : null;
}

/** Whether every percent escape is well formed and the bytes are UTF-8. */
function decodes(text: string): boolean {
  try {
    decodeURIComponent(text);
    return true;
  } catch {
    return false;
  }
}
