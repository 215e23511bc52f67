import { conformanceMock, createMockProvider, fixtureSchema } from '@cux/provider-mock';
import { systemClock } from '@cux/provider-sdk';
import { runConformance, scenarios } from '@cux/provider-sdk/conformance';

// A site as screens: what is on each, and what its buttons send. What is pressed and what leaves is decided elsewhere.
const fixture = fixtureSchema.parse({
  schema_version: 'cux_mock_fixture_v1',
  origin: 'https://newsroom.example',
  screens: [
    {
      id: 'editor',
      path: '/articles/new',
      elements: [{ id: 'headline', role: 'textbox', name: 'Headline', control: 'text' }],
    },
  ],
  modals: [],
});
const provider = createMockProvider({ fixture });
console.log(provider.profile().provider_primitives.external_write); // gated

// The duties of every provider, played on a site that counts what arrives, behind a real guard.
const chosen = scenarios.filter(({ id }) => id === 'publish-once');
for (const line of await runConformance(chosen, conformanceMock, { clock: systemClock })) {
  console.log(`${line.scenario}: ${line.outcome}, ${line.seen}`); // publish-once: pass, completed, 1 write
}
