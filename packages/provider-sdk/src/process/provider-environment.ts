import { type Variables, variablesNamed } from './variables-named.ts';

/** What any program needs to be found and to write its texts. None of it is a secret. */
const handedOn = ['PATH', 'LANG', 'LC_ALL', 'LC_CTYPE', 'TZ', 'SystemRoot', 'SystemDrive'];

/** The whole environment of a provider: nothing of the host's that is not on the list, and its own folder as home. */
export function providerEnvironment(host: Variables, workingDirectory: string): Record<string, string> {
  return {
    ...variablesNamed(handedOn, host),
    HOME: workingDirectory,
    TMPDIR: workingDirectory,
    TEMP: workingDirectory,
    TMP: workingDirectory,
  };
}
