/** Where a provider sends all of its traffic. Safe to hand to another process: it carries no authority. */
export interface GuardEndpoint {
  /** `http://127.0.0.1:PORT` */
  readonly proxyUrl: string;
  /** Base64 SHA-256 of the proxy key's SubjectPublicKeyInfo: the only certificate error the engine ignores. */
  readonly spkiSha256: string;
  /** PEM of the proxy's certificate authority, for engines that take one. */
  readonly certificateAuthority: string;
}
