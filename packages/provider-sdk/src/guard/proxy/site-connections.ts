import * as http from 'node:http';
import * as https from 'node:https';
import { getCACertificates } from 'node:tls';
import type { RequestUrl } from '../request-url.ts';

/** Connections to sites: kept ones for reads, and one of its own for each request that asks for it. */
export interface SiteConnections {
  request(url: RequestUrl, ownConnection: boolean, options: http.RequestOptions): http.ClientRequest;
  destroy(): void;
}

/** @param extraAuthorities PEM certificates that sites may be signed by, beside the platform's */
export function siteConnections(extraAuthorities: readonly string[]): SiteConnections {
  const trust = {
    rejectUnauthorized: true,
    minVersion: 'TLSv1.2' as const,
    ca: [...getCACertificates('default'), ...extraAuthorities],
  };
  const agents = {
    http: new http.Agent({ keepAlive: true, maxSockets: 32 }),
    https: new https.Agent({ keepAlive: true, maxSockets: 32, ...trust }),
  };
  return {
    request: (url, ownConnection, options) => {
      const agent = ownConnection ? false : agents[url.scheme];
      return url.scheme === 'https'
        ? https.request({ ...options, ...trust, agent })
        : http.request({ ...options, agent });
    },
    destroy: () => {
      agents.http.destroy();
      agents.https.destroy();
    },
  };
}
