import { type Variables, variablesNamed } from '@cux/provider-sdk';

/** What Chromium needs to find its libraries, its fonts and a display. */
const handedOn = [
  'PATH',
  'LD_LIBRARY_PATH',
  'LANG',
  'LC_ALL',
  'TZ',
  'DISPLAY',
  'XAUTHORITY',
  'WAYLAND_DISPLAY',
  'XDG_RUNTIME_DIR',
  'FONTCONFIG_PATH',
  'SystemRoot',
  'SystemDrive',
  'LOCALAPPDATA',
  'APPDATA',
  'USERPROFILE',
  'PROGRAMFILES',
];

/**
 * The browser's environment: the host's secrets are not in it, and what the browser writes beside its profile
 * (crash reports, caches, temporary files) lands in the session's own folder.
 */
export function chromiumEnvironment(
  host: Variables,
  workingDirectory: string,
  temporaryFolder: string,
): Record<string, string> {
  return {
    ...variablesNamed(handedOn, host),
    HOME: workingDirectory,
    XDG_CONFIG_HOME: workingDirectory,
    XDG_CACHE_HOME: workingDirectory,
    TMPDIR: temporaryFolder,
    TEMP: temporaryFolder,
    TMP: temporaryFolder,
  };
}
