import { mkdir, writeFile } from 'node:fs/promises';
import path from 'node:path';

/**
 * What a browser with a window offers the person in front of it, and may not: to keep the password of a sign-in that
 * `cux` says is kept nowhere, to keep what was typed into forms, and to look up what is typed into the address bar.
 */
export const profilePreferences = {
  credentials_enable_service: false,
  credentials_enable_autosignin: false,
  profile: { password_manager_enabled: false },
  autofill: { enabled: false, profile_enabled: false, credit_card_enabled: false },
  search: { suggest_enabled: false },
} as const;

/** Writes them into a profile before its first start; Chromium completes the file. */
export async function writeProfilePreferences(profileDirectory: string): Promise<void> {
  const folder = path.join(profileDirectory, 'Default');
  await mkdir(folder, { recursive: true, mode: 0o700 });
  await writeFile(path.join(folder, 'Preferences'), JSON.stringify(profilePreferences), { mode: 0o600 });
}
