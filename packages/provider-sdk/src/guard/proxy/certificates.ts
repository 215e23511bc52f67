import 'reflect-metadata';
import { createHash, KeyObject, webcrypto } from 'node:crypto';
import { isIP } from 'node:net';
import * as x509 from '@peculiar/x509';

const day = 86_400_000;
const algorithm = { name: 'ECDSA', namedCurve: 'P-256', hash: 'SHA-256' };

/** The guard's own authority and its one key. Made anew for each guard; never written to disk. */
export interface ProxyCertificates {
  /** PEM. */
  readonly authority: string;
  /** PEM; the same for every host, so that one fingerprint stands for all of them. */
  readonly privateKey: string;
  readonly spkiSha256: string;
  /** A certificate chain (PEM) for a host name or address. */
  issue(host: string): Promise<string>;
}

async function exportedKey(key: webcrypto.CryptoKey): Promise<string> {
  return KeyObject.from(key).export({ type: 'pkcs8', format: 'pem' }).toString();
}

async function spkiDigest(key: webcrypto.CryptoKey): Promise<string> {
  const spki = await webcrypto.subtle.exportKey('spki', key);
  return createHash('sha256').update(new Uint8Array(spki)).digest('base64');
}

/** Makes keys and an authority that is valid for a week around `now` (milliseconds since the epoch). */
export async function createProxyCertificates(now: number): Promise<ProxyCertificates> {
  const validity = { notBefore: new Date(now - day), notAfter: new Date(now + 7 * day) };
  const [authorityKeys, leafKeys] = await Promise.all([
    webcrypto.subtle.generateKey(algorithm, true, ['sign', 'verify']),
    webcrypto.subtle.generateKey(algorithm, true, ['sign', 'verify']),
  ]);
  const authority = await x509.X509CertificateGenerator.createSelfSigned({
    ...validity,
    name: 'CN=cux guard',
    keys: authorityKeys,
    signingAlgorithm: algorithm,
    extensions: [
      new x509.BasicConstraintsExtension(true, 0, true),
      new x509.KeyUsagesExtension(x509.KeyUsageFlags.keyCertSign | x509.KeyUsageFlags.cRLSign, true),
      await x509.SubjectKeyIdentifierExtension.create(authorityKeys.publicKey),
    ],
  });
  const authorityPem = authority.toString('pem');
  return {
    authority: authorityPem,
    privateKey: await exportedKey(leafKeys.privateKey),
    spkiSha256: await spkiDigest(leafKeys.publicKey),
    issue: async (host) => {
      const leaf = await x509.X509CertificateGenerator.create({
        ...validity,
        subject: 'CN=cux guard host',
        issuer: authority.subject,
        signingKey: authorityKeys.privateKey,
        publicKey: leafKeys.publicKey,
        signingAlgorithm: algorithm,
        extensions: [
          new x509.BasicConstraintsExtension(false, undefined, true),
          new x509.ExtendedKeyUsageExtension([x509.ExtendedKeyUsage.serverAuth]),
          new x509.SubjectAlternativeNameExtension([{ type: isIP(host) === 0 ? 'dns' : 'ip', value: host }]),
          await x509.AuthorityKeyIdentifierExtension.create(authorityKeys.publicKey),
        ],
      });
      return `${leaf.toString('pem')}\n${authorityPem}`;
    },
  };
}
