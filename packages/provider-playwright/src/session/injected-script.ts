import { readFile } from 'node:fs/promises';

/** The script of the isolated world, with the secret name of the session's permission event in front. */
export async function injectedScript(permissionEvent: string): Promise<string> {
  const built = await readFile(new URL('./injected.js', import.meta.url), 'utf8');
  return `globalThis.cuxPermissionEvent=${JSON.stringify(permissionEvent)};\n${built}`;
}
