import type { GuardEndpoint } from './guard-endpoint.ts';

/**
 * The command-line arguments that any Chromium needs to run behind a guard: all traffic through the proxy,
 * also that of loopback addresses; no protocol and no name look-up around it; and the guard's one key as the only
 * certificate error that is ignored. Independent of `--disable-features`, which a launcher sets itself.
 */
export function chromiumGuardArguments(endpoint: GuardEndpoint): string[] {
  return [
    `--proxy-server=${endpoint.proxyUrl}`,
    '--proxy-bypass-list=<-loopback>',
    `--ignore-certificate-errors-spki-list=${endpoint.spkiSha256}`,
    '--webrtc-ip-handling-policy=disable_non_proxied_udp',
    '--disable-quic',
    '--host-resolver-rules=MAP * ~NOTFOUND , EXCLUDE 127.0.0.1',
  ];
}
