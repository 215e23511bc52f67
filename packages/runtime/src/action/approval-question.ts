import {
  type ActionBinding,
  type AttentionItem,
  breadthOf,
  type LeavingWrite,
  redactText,
  type WriteFingerprint,
  type WriteRule,
} from '@cux/contracts';

const bodyKinds: ReadonlySet<string> = new Set(['empty', 'json', 'form', 'multipart']);
const methods: ReadonlySet<string> = new Set(['POST', 'PUT', 'PATCH', 'DELETE']);

/**
 * The rules that would let exactly such writes leave as were blocked before; null where one of them cannot be said in a rule
 * (a method, a body or an address that is not wholly known), or where they are more than one permit has rules: what is
 * approved is all of them or none. They name every field and no value: they are broad, and
 * whoever decides is told so.
 */
export function rulesOfBlocked(blocked: readonly WriteFingerprint[]): readonly WriteRule[] | null {
  if (blocked.length === 0 || blocked.length > rulesOfPermit) return null;
  const rules = blocked.map(ruleOf);
  return rules.includes(null) ? null : (rules as WriteRule[]);
}

/** As many as the contract lets one plan have. */
const rulesOfPermit = 10;

function ruleOf(fingerprint: WriteFingerprint, index: number): WriteRule | null {
  const { method, origin, path, body_kind, shape } = fingerprint;
  const known = methods.has(method) && bodyKinds.has(body_kind) && !/[{}]/.test(path + origin);
  const fields = shape.map((entry) => entry.slice(0, entry.lastIndexOf(':')));
  const named = fields.every((field) => field !== '' && !/[{}]/.test(field));
  if (!known || !named || (body_kind !== 'empty' && fields.length === 0)) return null;
  return {
    id: `blocked-${index + 1}`,
    effect_class: 'external_write',
    describes: `send what was blocked before: ${method} with ${fields.length} fields`,
    method: method as WriteRule['method'],
    origin,
    path,
    query: [],
    override_method: null,
    body:
      body_kind === 'empty'
        ? { kind: 'empty' }
        : {
            kind: body_kind as 'json' | 'form' | 'multipart',
            fields: fields.map((field) => ({ field, operator: 'present' as const })),
            other_fields: 'deny',
          },
  };
}

const verbs: Readonly<Record<ActionBinding['intent']['kind'], string>> = {
  click: 'Press',
  keypress: 'Press keys on',
  type_text: 'Type into',
  select_option: 'Choose in',
};

/** The question: the exact action, what would leave, what stays forbidden, and what was seen. */
export function questionOf(
  binding: ActionBinding,
  site: string,
  evidence: AttentionItem['evidence'],
): AttentionItem {
  const { element, intent, leaves } = binding;
  const named = `the ${redactText(element.role, 40)} “${redactText(element.name, 120)}”`;
  const what = `${verbs[intent.kind]} ${named} on ${redactText(site, 120)}`;
  return {
    question: `${what}, as it is shown on Screen ${binding.screen_id.slice(-6)}, once?`,
    attempted: [what.slice(0, 200), ...leaves.map(sentence)].slice(0, 20),
    forbidden: [
      'anything else that changes something outside of this browser',
      'the same action a second time',
    ],
    evidence,
    next_step: 'human_review',
    takeover: 'Take over the Screen: the agent’s input stops until you hand it back.',
  };
}

/** What of it is not fixed comes before what may be cut off. */
function sentence(write: LeavingWrite): string {
  const extent = breadthOf(write) ?? 'these values and no others';
  return redactText(`${extent}: ${write.describes} (${write.method} ${write.path})`, 200);
}
