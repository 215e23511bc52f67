import { canonicalForm } from '../ids/digest.ts';
import type { ActionBinding } from '../records/action-binding.ts';
import type { Annex, WriteFingerprint } from '../records/annex.ts';
import type { AttentionItem } from '../records/attention-item.ts';
import { anyOtherField, type LeavingWrite } from '../records/leaving-write.ts';
import type { Subject } from '../records/subject.ts';

/**
 * What stands in a durable record for a text that a page chose, where no such text may be kept (`zdr`): a digest under a
 * key that never leaves the memory of the process that has observed it. The same text has the same one for as long as
 * that process lives, so that a decision is bound to it; from then on it says nothing to anybody.
 */
const unkept = /^unkept:[A-Za-z0-9_-]{43}$/;

/** Where a blocked or approved write goes that is not the subject's own site. */
const unkeptOrigin = 'https://unkept.invalid';

/** Makes an unkept text from one: a keyed digest of 32 bytes, as base64url without padding. */
export type KeyedDigest = (text: string) => string;

const standFor = (digest: KeyedDigest, value: unknown): string => `unkept:${digest(canonicalForm(value))}`;

/**
 * The subject with nothing in it that a page has said. What a capability or a person has said stays; a subject that is
 * about no structural action is all of that kind, and stays as it is.
 */
export function unkeptSubject(subject: Subject, digest: KeyedDigest): Subject {
  const { action, final_action, target } = subject;
  if (action === undefined) return subject;
  const { element, intent } = action;
  return {
    ...subject,
    // What an agent works on is named by the address of its page.
    target: { ...target, item: target.item === null ? null : standFor(digest, target.item) },
    final_action: { role: final_action.role, name: standFor(digest, final_action) },
    action: {
      ...action,
      intent:
        intent.kind === 'select_option'
          ? { kind: 'select_option', option: standFor(digest, intent.option) }
          : intent,
      element: { ...element, name: standFor(digest, element.name) },
      leaves: action.leaves.map((write) => ({
        ...write,
        origin: write.origin === target.site ? write.origin : unkeptOrigin,
        path: standFor(digest, write),
        fields: [],
        // Whatever they are called: that they are open stays.
        open_fields: write.broad ? [anyOtherField] : [],
      })),
    },
  };
}

/** The question about a subject that is not kept: what is kept of it, and who shows the rest. */
export function unkeptQuestion(
  action: ActionBinding,
  site: string,
  evidence: AttentionItem['evidence'],
): AttentionItem {
  const screen = action.screen_id.slice(-6);
  const writes = action.leaves.map((write) => sentence(write).slice(0, 200));
  return {
    question: `Carry out one exact action (${action.intent.kind}) on ${site.slice(0, 120)}, as the process that asks shows it on Screen ${screen}, once?`,
    attempted: ['one action on one element; what it is called is not kept (zdr)', ...writes].slice(0, 20),
    forbidden: [
      'anything else that changes something outside of this browser',
      'the same action a second time',
    ],
    evidence,
    next_step: 'human_review',
    takeover: 'Take over the Screen: the agent’s input stops until you hand it back.',
  };
}

function sentence({ describes, method, broad }: LeavingWrite): string {
  const extent = broad ? 'broad: any value may leave' : 'these values and no others';
  return `${extent}: ${describes} (${method})`;
}

/** The annex with nothing in it that a page has said: codes, numbers, digests, and values of closed sets stay. */
export function unkeptAnnex(annex: Annex): Annex {
  return {
    ...annex,
    blocker: annex.blocker === null ? null : { ...annex.blocker, label: null },
    blocked_writes: annex.blocked_writes.map((write) => ({ ...write, ...namelessWrite })),
  };
}

const namelessWrite = { origin: '', path: '', shape: [] } as const satisfies Partial<WriteFingerprint>;

/** The pointers of everything in an annex that a page has said; empty for one that may be kept under `zdr`. */
export function observedInAnnex(annex: Annex): readonly string[] {
  const writes = annex.blocked_writes.flatMap(({ origin, path, shape }, index) =>
    origin === '' && path === '' && shape.length === 0 ? [] : [`/blocked_writes/${index}`],
  );
  return [...((annex.blocker?.label ?? null) === null ? [] : ['/blocker/label']), ...writes];
}

/** The pointers of everything in a subject that a page has said; empty for one that may be kept under `zdr`. */
export function observedInSubject({ action, final_action, target }: Subject): readonly string[] {
  if (action === undefined) return [];
  const { intent, element, leaves } = action;
  const { name, within, frame } = final_action;
  const writes = leaves.flatMap(({ path, fields, open_fields, origin }, index) => {
    const own = origin === target.site || origin === unkeptOrigin;
    const nameless = fields.length === 0 && open_fields.every((field) => field === anyOtherField);
    return unkept.test(path) && nameless && own ? [] : [`/action/leaves/${index}`];
  });
  return [
    ...(target.item === null || unkept.test(target.item) ? [] : ['/target/item']),
    ...(unkept.test(name) && within === undefined && frame === undefined ? [] : ['/final_action']),
    ...(intent.kind !== 'select_option' || unkept.test(intent.option) ? [] : ['/action/intent/option']),
    ...(unkept.test(element.name) ? [] : ['/action/element/name']),
    ...writes,
  ];
}
