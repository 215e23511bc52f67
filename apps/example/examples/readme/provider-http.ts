import { conformanceHttp, createHttpProvider, wordpressInterface } from '@cux/provider-http';
import { systemClock } from '@cux/provider-sdk';
import { runConformance, scenarios } from '@cux/provider-sdk/conformance';

// A site's API, described as forms whose buttons are one request each.
const provider = createHttpProvider({ interface: wordpressInterface });
console.log(provider.providerId); // http
console.log(provider.profile().provider_primitives.external_write); // gated

// The duties of every provider, played on a site that counts what arrives, behind a real guard.
const chosen = scenarios.filter(({ id }) => id === 'publish-once');
for (const line of await runConformance(chosen, conformanceHttp, { clock: systemClock })) {
  console.log(`${line.scenario}: ${line.outcome}, ${line.seen}`); // publish-once: pass, completed, 1 write
}
