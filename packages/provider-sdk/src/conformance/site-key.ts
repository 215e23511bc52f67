import { webcrypto } from 'node:crypto';
import type { Clock } from '@cux/contracts';
import type { SiteKey } from './site.ts';

const algorithm = { name: 'ECDSA', namedCurve: 'P-256', hash: 'SHA-256' } as const;
const hour = 3_600_000;

/** A certificate for 127.0.0.1 that signs itself, as a site in an intranet may have, for the next hour. */
export async function makeSiteKey(clock: Clock): Promise<SiteKey> {
  await import('reflect-metadata');
  const x509 = await import('@peculiar/x509');
  const keys = await webcrypto.subtle.generateKey(algorithm, true, ['sign', 'verify']);
  const certificate = await x509.X509CertificateGenerator.createSelfSigned({
    name: 'CN=127.0.0.1',
    notBefore: new Date(clock.now() - 60_000),
    notAfter: new Date(clock.now() + hour),
    keys,
    signingAlgorithm: algorithm,
    extensions: [
      new x509.SubjectAlternativeNameExtension([{ type: 'ip', value: '127.0.0.1' }]),
      new x509.BasicConstraintsExtension(true),
    ],
  });
  const key = await webcrypto.subtle.exportKey('pkcs8', keys.privateKey);
  return { key: x509.PemConverter.encode(key, 'PRIVATE KEY'), cert: certificate.toString('pem') };
}
