import type { Fixture, FixtureElement, FixtureModal } from '../../src/index.ts';
import { type PlanParts, planOf } from './attempt.ts';

export const approved = { Title: 'Quarterly notes', Summary: 'Second draft for review' } as const;

type Changes = Readonly<Record<string, Partial<FixtureElement>>>;

/** A plain form: two fields and a final button, before a situation changes it. */
export function formFixture(
  origin: string,
  situation: {
    readonly elements?: Changes;
    readonly more?: readonly FixtureElement[];
    readonly modals?: readonly FixtureModal[];
    readonly onLoad?: Fixture['screens'][number]['on_load'];
    readonly loads?: Fixture['screens'][number]['loads'];
  } = {},
): Fixture {
  const base: FixtureElement[] = [
    { id: 'title', role: 'textbox', name: 'Title', control: 'text' },
    { id: 'summary', role: 'textbox', name: 'Summary', control: 'multiline' },
    { id: 'publish', role: 'button', name: 'Publish', control: 'button' },
  ];
  const elements = base.map((element) => ({ ...element, ...situation.elements?.[element.id] }));
  return {
    schema_version: 'cux_mock_fixture_v1',
    origin,
    screens: [
      {
        id: 'entry',
        path: '/entry',
        elements: [...(situation.more ?? []), ...elements],
        ...(situation.onLoad === undefined ? {} : { on_load: situation.onLoad }),
        ...(situation.loads === undefined ? {} : { loads: situation.loads }),
      },
      {
        id: 'sign-in',
        path: '/sign-in',
        elements: [
          { id: 'account', role: 'textbox', name: 'Title', control: 'text' },
          { id: 'enter', role: 'button', name: 'Sign in', control: 'button' },
        ],
      },
    ],
    modals: [...(situation.modals ?? [])],
  };
}

export function draftPlan(origin: string, parts: Partial<PlanParts> = {}) {
  return planOf({
    action_unit: 'draft_until_review_gate',
    start_url: `${origin}/entry`,
    steps: [
      { kind: 'fill', target: { role: 'textbox', name: 'Title' }, value: approved.Title },
      { kind: 'fill', target: { role: 'textbox', name: 'Summary' }, value: approved.Summary },
    ],
    final_action: { role: 'button', name: 'Publish' },
    ...parts,
  });
}
