import type { Principal } from '@cux/contracts';
import { describe, expect, it } from 'vitest';
import { people } from '../src/store-suite/index.ts';
import { newStory } from './support/new-story.ts';

interface Row {
  readonly principal: Principal;
  readonly fourEyes: boolean;
  readonly answer: 'accepted' | string;
  readonly because: string;
}

const rows: readonly Row[] = [
  { principal: people.reviewer, fourEyes: false, answer: 'accepted', because: 'a person outside the action' },
  { principal: people.owner, fourEyes: false, answer: 'accepted', because: 'the owner asked for no action' },
  { principal: people.reviewer, fourEyes: true, answer: 'accepted', because: 'two persons agree' },
  { principal: people.owner, fourEyes: true, answer: 'gate.four-eyes', because: 'one person is not two' },
  {
    principal: people.author,
    fourEyes: false,
    answer: 'gate.own-action',
    because: 'the author asked for it',
  },
  { principal: people.agent, fourEyes: false, answer: 'gate.not-human', because: 'an agent decides nothing' },
  {
    principal: people.capability,
    fourEyes: false,
    answer: 'gate.not-human',
    because: 'it would approve its own request',
  },
  {
    principal: people.provider,
    fourEyes: false,
    answer: 'gate.not-human',
    because: 'it enforces and never authorises',
  },
  {
    principal: people.operator,
    fourEyes: false,
    answer: 'gate.not-human',
    because: 'the host runs the action',
  },
  ...([people.agent, people.capability, people.provider, people.operator] as const).map(({ kind, id }) => ({
    principal: { kind: 'human', id } as const,
    fourEyes: false,
    answer: 'gate.own-action',
    because: `whoever is the ${kind} of the action takes part in it, under any other name of their kind`,
  })),
  {
    principal: { kind: 'human', id: `${people.agent.id}-2` },
    fourEyes: false,
    answer: 'accepted',
    because: 'a name that only begins the same is another one',
  },
];

describe('who may decide', () => {
  it.each(rows)('$principal.kind $principal.id (four eyes: $fourEyes): $answer, $because', async (row) => {
    const { story } = newStory({ fourEyes: row.fourEyes });
    await story.begin();
    const { gate_id, revision } = await story.draft();
    const other = { gate_id: 'gate_other', revision: 1 };
    for (const decision of ['approve', 'reject'] as const) {
      if (row.answer === 'accepted' && decision === 'reject') continue;
      const expected =
        row.answer === 'accepted' ? { kind: 'accepted' } : { kind: 'refused', rule: row.answer };
      const several = { gates: [{ gate_id, revision }, other], decision, reason: null };
      // A decision over several is each of them: one that may not be made keeps the others from being made.
      if (row.answer !== 'accepted')
        expect(await story.send('decide-gates', several, row.principal)).toMatchObject(expected);
      const input = { gate_id, revision, decision, reason: null };
      expect(await story.send('decide-gate', input, row.principal)).toMatchObject(expected);
    }
  });
});
