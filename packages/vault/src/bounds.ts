import { VaultFault } from './vault-fault.ts';

/** The longest content, in bytes. */
export const maximumBytes = 67_108_864;

const nameGrammar = /^[\x21-\x7e]{1,400}$/;

export function checkBytes(bytes: Uint8Array): void {
  if (bytes.length > maximumBytes) {
    throw new VaultFault(
      'too_large',
      'The content is larger than 64 MiB; keep it outside and store a reference.',
    );
  }
}

export function checkName(name: string): void {
  if (!nameGrammar.test(name)) {
    throw new VaultFault(
      'name_invalid',
      'A vault name is 1 to 400 printable ASCII characters without spaces.',
    );
  }
}
