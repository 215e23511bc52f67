// The mock and the conformance suite

// The provider
export type { HttpAnswer, Network, OutgoingRequest } from './browser/http-client.ts';
export { conformanceMock } from './conformance/conformance-mock.ts';
export { createMockProvider, type MockProviderOptions } from './create-mock-provider.ts';
export { createProvider } from './create-provider.ts';
// What a fixture declares
export { type Effect, effectSchema } from './fixture/effect.ts';
export { elementSchema, type FixtureElement } from './fixture/element.ts';
export {
  type Fixture,
  type FixtureModal,
  type FixtureScreen,
  fixtureSchema,
  modalSchema,
  screenSchema,
} from './fixture/fixture.ts';
