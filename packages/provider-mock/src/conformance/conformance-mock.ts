import type { Provider } from '@cux/provider-sdk';
import { allConformanceFeatures, type ConformanceSubject } from '@cux/provider-sdk/conformance';
import { createMockProvider } from '../create-mock-provider.ts';
import type { FixtureElement } from '../fixture/element.ts';
import type { Fixture } from '../fixture/fixture.ts';
import { type ConformanceState, conformanceStates, submit } from './conformance-states.ts';

/** The mock as a subject of the conformance suite: each scenario's page as a declared state. */
export const conformanceMock: ConformanceSubject = {
  features: new Set(allConformanceFeatures),
  provider: (scenario, { origin }): Provider =>
    createMockProvider({ fixture: fixtureOf(origin, conformanceStates[scenario.id] ?? {}) }),
};

function fixtureOf(origin: string, state: ConformanceState): Fixture {
  const form: FixtureElement[] = [
    { id: 'title', role: 'textbox', name: 'Title', control: 'text' },
    { id: 'summary', role: 'textbox', name: 'Summary', control: 'multiline' },
    { id: 'publish', role: 'button', name: 'Publish', control: 'button', on_press: [submit('published')] },
    { id: 'not-saved', role: 'heading', name: 'Not saved', control: 'static', hidden: true },
    { id: 'went-wrong', role: 'heading', name: 'Something went wrong', control: 'static', hidden: true },
  ];
  const elements = [
    ...(state.more ?? []),
    ...form.map((element) => ({ ...element, ...state.elements?.[element.id] })),
  ];
  const screen = (id: string, path: string): Fixture['screens'][number] => ({
    id,
    path,
    elements,
    ...(state.onLoad === undefined ? {} : { on_load: state.onLoad }),
  });
  return {
    schema_version: 'cux_mock_fixture_v1',
    origin,
    screens: [screen('entry', '/entry'), screen('sign-in', '/sign-in')],
    modals: [...(state.modals ?? [])],
  };
}
