import type { EffectClass, OperatingMode } from '@cux/contracts';
import { effectClassSchema, operatingModeSchema } from '@cux/contracts';
import { describe, expect, it } from 'vitest';
import { modeRules } from '../src/index.ts';
import { people, Story } from '../src/store-suite/index.ts';
import { meetWall } from './support/enrolment.ts';
import { memoryStore } from './support/memory-store.ts';
import { newStory } from './support/new-story.ts';

/** The table of `spec/computer-use-runtime-v0`, Operating Modes, in terms of what an attempt may cause. */
const table = `
  mode                    | read | draft | external_write | credential_use
  public_web_metadata     | free | gate  | gate           | gate
  private_enterprise_tool | gate | gate  | gate           | gate
  local_session           | free | gate  | gate           | gate
  drafting                | free | free  | gate           | gate
  replay_capture          | free | never | never          | never
  sandbox                 | free | free  | gate           | never
`;

const [header = [], ...lines] = table
  .split('\n')
  .filter((line) => line.includes('|'))
  .map((line) => line.split('|').map((cell) => cell.trim()));

describe('operating modes', () => {
  it('are the six, each with a rule for every class', () => {
    expect(lines.map(([mode]) => mode)).toEqual(operatingModeSchema.options);
    expect(header.slice(1)).toEqual(effectClassSchema.options);
  });

  it.each(lines)('%s', (mode, ...rules) => {
    const own = modeRules[mode as OperatingMode];
    expect(header.slice(1).map((effect) => own[effect as EffectClass])).toEqual(rules);
  });

  it('a sandbox has no account to sign in to, whatever a person approved', async () => {
    const { story } = newStory();
    await story.begin('article-1', 'goal-sandbox', 'sandbox');
    const enrolId = await meetWall(story, 'article-1');
    const gate = await story.gate((await story.todo(enrolId)).gate_id ?? '');
    await story.must(
      'decide-gate',
      { gate_id: gate.gate_id, revision: gate.revision, decision: 'approve', reason: null },
      people.owner,
    );
    const input = await story.admission(enrolId, 'credential_use');
    expect(await story.send('admit-attempt', input)).toMatchObject({
      kind: 'refused',
      rule: 'mode.class-not-allowed',
    });
  });

  it('a private source needs a provider that can read one, a public one does not', async () => {
    const answers: unknown[] = [];
    for (const mode of ['private_enterprise_tool', 'sandbox'] as const) {
      const { story } = newStory();
      await story.begin('article-1', `goal-${mode}`, mode);
      const input = await story.admission('todo-article-1', 'draft');
      const { profile } = input.provider;
      const provider_primitives = {
        ...profile.provider_primitives,
        private_source_read: 'unsupported' as const,
      };
      const provider = { ready: true, profile: { ...profile, provider_primitives } };
      const answer = await story.send('admit-attempt', { ...input, provider });
      answers.push(answer.kind === 'refused' ? answer.rule : answer.kind);
    }
    expect(answers).toEqual(['request.primitive-unsupported', 'accepted']);
  });
});

describe('another workspace', () => {
  it('has no gate, todo or attempt of this one', async () => {
    const store = memoryStore();
    const here = new Story(store);
    const elsewhere = new Story(store, { workspace: 'neighbour', series: 1 });
    await here.begin();
    const { gate_id, revision } = await here.draft();
    const attempt_id = (await here.todo('todo-article-1')).attempt_id ?? 'attempt_none';
    const refused = (rule: string) => ({ kind: 'refused', rule });
    const decision = { gate_id, revision, decision: 'approve', reason: null } as const;
    expect(await elsewhere.send('decide-gate', decision, people.owner)).toMatchObject(
      refused('gate.unknown'),
    );
    expect(
      await elsewhere.send('abandon-attempt', {
        attempt_id,
        fence: 1,
        process_id: 'process-1',
        because: 'host-fault',
      }),
    ).toMatchObject(refused('attempt.unknown'));
    expect(await elsewhere.send('cancel-todo', { todo_id: 'todo-article-1' }, people.owner)).toMatchObject(
      refused('todo.unknown'),
    );
    expect((await here.gate(gate_id)).status).toBe('pending');
  });
});
