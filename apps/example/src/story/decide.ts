import { randomUUID } from 'node:crypto';
import { capabilityId, describeAttention, describeSubject } from '@cux/content-ops';
import type { Gate } from '@cux/kernel';
import { storedContent } from '@cux/runtime';
import { DemoFault } from './demo-fault.ts';
import { showEvidence } from './evidence.ts';
import { editorByFlag, workspace } from './people.ts';
import type { StoryItem } from './story-file.ts';
import type { Storyteller } from './storyteller.ts';
import { counted } from './words.ts';

/** The item as it then stands, and whether the person decided; if not, the gate goes on waiting. */
export interface Decided {
  readonly item: StoryItem;
  readonly decided: boolean;
}

/** Shows a person the gate, and brings the answer to the kernel. */
export async function decide(teller: Storyteller, item: StoryItem, gate: Gate): Promise<Decided> {
  const { narrator, kernel } = teller;
  await showGate(teller, item, gate);
  const begun = gate.kind === 'item' ? await countBeforeDecision(teller, item) : item;
  const decision = await teller.answer(gate);
  teller.signal.throwIfAborted();
  if (decision === null) {
    narrator.step('The person leaves it for later');
    narrator.line('The gate goes on waiting.');
    return { item: begun, decided: false };
  }
  const byFlag = teller.decider === editorByFlag;
  narrator.step(
    `${byFlag ? 'The flag --decide answers in a person’s place' : 'The person decides'}: ${decision}`,
  );
  const answer = await kernel.execute(
    'decide-gate',
    { workspace, principal: teller.decider, key: `decide/${randomUUID()}` },
    { gate_id: gate.gate_id, revision: gate.revision, decision, reason: null },
  );
  if (answer.kind === 'refused') throw new DemoFault('story_off_course', answer.message);
  const { status, revision, todo_state } = answer.result;
  narrator.good(`gate ${status} at revision ${revision}; the todo is ${todo_state}`);
  if (decision === 'reject') narrator.line(noFor(gate));
  return { item: begun, decided: true };
}

function noFor({ kind }: Gate): string {
  return kind === 'standing'
    ? 'The account is not used, and nothing was published. The agent waits until a person asks for it again.'
    : 'Nothing was published, and nothing will be: exactly this is not asked again unless a person reopens it.';
}

async function showGate(teller: Storyteller, item: StoryItem, gate: Gate): Promise<void> {
  const { narrator, commands } = teller;
  narrator.step(gate.kind === 'standing' ? 'A standing gate' : 'The gate');
  const paths = await showEvidence(teller, gate);
  for (const { name, text } of describeAttention(gate.attention, (digest) => paths.get(digest) ?? null)) {
    narrator.fact(name, text);
  }
  const content = await storedContent(teller.vault, workspace, item.record_id);
  const seen = commands.cux('gate', 'show', gate.gate_id, '--whole');
  for (const { name, text } of describeSubject(gate, content, { seen })) narrator.fact(name, text);
  narrator.fact('the site says', await siteSays(teller, item));
}

/** What the site had published before the first decision on the item; kept, since later runs tell of it too. */
export async function countBeforeDecision(teller: Storyteller, item: StoryItem): Promise<StoryItem> {
  if (item.writes_before_decision !== null) return item;
  const writes = (await teller.site.countPublications()) - item.publications_before;
  const begun: StoryItem = { ...item, writes_before_decision: writes };
  teller.remember(begun);
  return begun;
}

/** The site's own words, for the person who decides: cux has no part in them. */
export async function siteSays(teller: Storyteller, item: StoryItem): Promise<string> {
  const { kernel, site } = teller;
  const record = await kernel.record(workspace, capabilityId, item.record_id);
  const itemId = record?.facts.item_id;
  const state =
    itemId === undefined ? 'it knows of no such article' : await site.describeItem(String(itemId));
  const publications = (await site.countPublications()) - item.publications_before;
  return `${state}; ${counted(publications, 'publication')} since this work began`;
}
