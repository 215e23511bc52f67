import { judgeRequest, type Verdict } from '../../src/index.ts';
import { draftReceipt, publishRequest, publishRequestAuthority } from '../support/honest.ts';
import { wire, withValue } from '../support/wire.ts';
import { draft } from './receipt.ts';
import { type RuleRow, refuses, spares } from './row.ts';

/** Other spellings of a name that a loose comparison would take for the same. */
const respellings: Readonly<Record<string, (name: string) => unknown>> = {
  'in capitals': (name) => name.toUpperCase(),
  'with a capital': (name) => name.charAt(0).toUpperCase() + name.slice(1),
  'with a space before': (name) => ` ${name}`,
  'with a space after': (name) => `${name} `,
  'with a line break after': (name) => `${name}\n`,
  'with a tab': (name) => `${name}\t`,
  'with a no-break space': (name) => `${name}\u00a0`,
  'with nothing visible inside': (name) => `${name.slice(0, 3)}\u200b${name.slice(3)}`,
  'with a soft hyphen': (name) => `${name.slice(0, 3)}\u00ad${name.slice(3)}`,
  'with a byte-order mark inside': (name) => `${name}\ufeff`,
  'with a right-to-left mark': (name) => `\u202e${name}`,
  'with a Cyrillic letter': (name) =>
    name.replace(/[aeo]/, (letter) => ({ a: 'а', e: 'е', o: 'о' })[letter] ?? ''),
  'in full width': (name) =>
    name.replace(/[a-z]/g, (letter) => String.fromCodePoint(letter.charCodeAt(0) + 0xfee0)),
  'with a combining accent': (name) => `${name}\u0301`,
  'percent-encoded': (name) => name.replace(/^./, (letter) => `%${letter.charCodeAt(0).toString(16)}`),
  'cut short': (name) => name.slice(0, -1),
  'with one letter more': (name) => `${name}x`,
  'with a path before it': (name) => `../${name}`,
  'in an array': (name) => [name],
  'in an object': (name) => ({ id: name }),
  'as null': () => null,
  'as a number': () => 0,
  'as a flag': () => true,
  'as nothing': () => '',
};

const named = {
  goal_id: 'identity.goal',
  todo_id: 'identity.todo',
  provider_id: 'identity.provider',
  attempted_action_unit: 'identity.action-unit',
  idempotency_key: 'identity.idempotency-key',
  session_reference: 'identity.session-reference',
} as const;

const identityVariants = Object.entries(named).flatMap(([field, rule]) =>
  Object.entries(respellings).map(([how, respelled]) => {
    const name = draftReceipt()[field as keyof typeof named];
    return refuses(rule, `${field} ${how}`, draft({ receipt: { [field]: respelled(name) } }));
  }),
);

/** Ways to write the words of a decision. */
const joins: Readonly<Record<string, (words: readonly string[]) => string>> = {
  snake: (words) => words.join('_'),
  camel: (words) =>
    words.map((word, at) => (at === 0 ? word : word.charAt(0).toUpperCase() + word.slice(1))).join(''),
  pascal: (words) => words.map((word) => word.charAt(0).toUpperCase() + word.slice(1)).join(''),
  kebab: (words) => words.join('-'),
  capitals: (words) => words.join('_').toUpperCase(),
  spaced: (words) => words.join(' '),
  dotted: (words) => words.join('.'),
  slashed: (words) => words.join('/'),
  colons: (words) => words.join('::'),
  glued: (words) => words.join(''),
  'doubly underscored': (words) => `__${words.join('__')}__`,
  'with nothing visible': (words) => words.join('_\u200b'),
  'in full width': (words) =>
    words.join('_').replace(/[a-z]/g, (letter) => String.fromCodePoint(letter.charCodeAt(0) + 0xfee0)),
  'with Cyrillic letters': (words) => words.join('_').replace(/o/g, 'о').replace(/e/g, 'е'),
  'with Armenian letters': (words) => words.join('_').replace(/o/g, 'օ').replace(/u/g, 'ս'),
  'with a lunate sigma': (words) => words.join('_').replace(/c/g, 'ϲ').replace(/o/g, 'о'),
  'in small capitals': (words) =>
    words
      .join('_')
      .replace(/[aceglmnoprtu]/g, (letter) => 'ᴀᴄᴇɢʟᴍɴᴏᴘʀᴛᴜ'.charAt('aceglmnoprtu'.indexOf(letter))),
  'in negative squares': (words) =>
    words.join('_').replace(/[a-z]/g, (letter) => String.fromCodePoint(letter.charCodeAt(0) + 0x1f10f)),
  'percent-encoded': (words) => words.join('%5F'),
  backwards: (words) => [...words.join('_')].reverse().join(''),
  'with digits for letters': (words) => words.join('_').replace(/o/g, '0').replace(/e/g, '3'),
};

const decisions = [
  ['complete', 'todo'],
  ['create', 'user', 'gate'],
  ['create', 'gate'],
  ['approve', 'gate'],
  ['close', 'todo'],
  ['next', 'loopx', 'writeback'],
  ['next', 'agent', 'writeback'],
  ['settle', 'attempt'],
  ['set', 'todo', 'state'],
  ['release', 'quota'],
];

/** Places in which a key can stand. */
const places: Readonly<Record<string, (key: string) => Parameters<typeof draft>[0]>> = {
  'at the top': (key) => ({ receipt: { [key.replaceAll('/', '\u2215')]: true } }),
  'in the evidence': (key) => ({ receipt: { evidence: { ...draftReceipt().evidence, [key]: {} } } }),
  'in the facts': (key) => ({ receipt: { observed_facts: { ...draftReceipt().observed_facts, [key]: 1 } } }),
  'in arrays of an array': (key) => ({ receipt: { notes: [[[{ [key]: null }]]] } }),
  'in the annex': (key) => ({ annex: { extra: { [key]: 'x' } } }),
};

const writebackVariants = decisions.flatMap((words, at) =>
  Object.entries(joins).flatMap(([how, joined], index) => {
    const all = Object.entries(places);
    const [where, placed] = all[(at + index) % all.length] ?? ['at the top', places['at the top']];
    const key = joined(words);
    return placed === undefined
      ? []
      : [refuses('writeback.key', `${words.join(' ')}, ${how}, ${where}`, draft(placed(key)))];
  }),
);

const embeddedVariants = decisions.map((words, at) => {
  const nested = Array.from({ length: (at % 3) + 1 }).reduce<string>(
    (inner) => JSON.stringify(at % 2 === 0 ? [inner] : { note: inner }),
    JSON.stringify({ [words.join('_')]: 1 }),
  );
  return refuses(
    'writeback.embedded',
    `${words.join(' ')} as text in text ${at}`,
    draft({ receipt: { notes: nested } }),
  );
});

/** Names of decisions that no verb of the kernel's is in, or that say only how something stands by now. */
const decidedNames = [
  ...['new_gate', 'newTodo', 'gate_approval', 'quota_spent', 'ledger_entry', 'todo_next', 'successor_todo'],
  ...['patch_todo', 'upsertTodo', 'override_gate', 'bypassGate', 'force_gate', 'waive_gate', 'spawn-todo'],
  ...['is_done', 'isApproved', 'approval_granted', 'force_approve', 'new_state', 'newStatus', 'set_status'],
  ...['proposal', 'proposed_state', 'propose_transition', 'accept_draft', 'status_update', 'finished'],
  ...[
    'wr1teback',
    'wri7eback',
    'c0mplet3_t0d0',
    'clo5e_todo',
    'complété_todo',
    'tódo_complete',
    'сlose_gаte',
  ],
  ...['completing_todo', 'closes_gate', 'settling_attempt', 'finalise_todo', 'authorizes_gate', 'bump_fence'],
  ...['renew_lease', 'lease_extended', 'steal_lease', 'Ꮯomplete_todo', 'next_operator_writebacks'],
].map((key) => refuses('writeback.key', `the key ${key}`, draft({ receipt: { evidence: { [key]: true } } })));

const blocked = (label: string) =>
  draft({
    receipt: { stop_reason: 'blocked_by_unknown_modal', 'observed_facts/unknown_modal': true },
    annex: { blocker: { code: 'modal', step: 1, label } },
  });

const commandVariants = [
  ...[
    ...['cux todo complete t1', 'Run this:\n$ npx cux gate decide g1 --approve', 'ok; loopx quota release 4'],
    ...['kernel.execute("complete-todo")', "await send('approve_gate', { id })", 'run( `close-todo` )'],
    ...['/approve', '/complete_todo 7', '!close-gate now', ' /mark_done'],
    ...["UPDATE todo SET state='done'", 'update "public"."gates" set status = 1', 'DELETE FROM todos'],
    ...['x; INSERT INTO kernel.permits VALUES (1)', 'POST /v1/todos/7/complete', 'DELETE /gates/4 HTTP/1.1'],
    ...['curl -s -X POST https://host.example/v1/gates/g1/decide -d 1', 'ok\n$ http PATCH "/api/todo_7"'],
    'todo.status = "done"',
    'gates[0].state := open; gate.state = "approved"',
    'c o m p l e t e _ t o d o',
  ].map((label) => refuses('writeback.command', label, blocked(label))),
  ...[
    ...['Delete from todo list', 'Update todo settings', 'update task set up yesterday', 'Insert into goal'],
    ...['complete-todo-app.example', 'update-task-list.pdf', '/articles/7/edit', '/tasks', 'Cux task board'],
    ...[
      'POST /articles/7 failed',
      'GET /todos/7',
      'Post /todos again later',
      'curl -X POST https://todo.example/',
    ],
    ...['Approve', 'Mark as done', 'Open the gate at terminal 4', 'approve_all_cookies', 'run("build")'],
    ...[
      'Please update it. Delete from todo list',
      'cux gates list',
      'We use cux every day to complete things',
    ],
    'todo.status == "done"',
    'Filter: ?todo.status=done',
    'The status of the todo: done',
  ].map((label) => spares(['writeback.command'], `a page says ${label}`, blocked(label))),
];

const notFlags = ['true', 'false', 0, 1, null, [], {}, [true], 'yes', ''];
const facts = ['screen_reached', 'draft_present', 'final_action_clicked', 'unknown_modal'];

const shapeVariants = [
  ...facts.flatMap((fact) => [
    ...notFlags.map((value) =>
      refuses(
        'shape.wrong-type',
        `${fact} as ${JSON.stringify(value)}`,
        draft({ receipt: { [`observed_facts/${fact}`]: value } }),
      ),
    ),
    refuses(
      'shape.missing-key',
      `without ${fact}`,
      draft({ receipt: { [`observed_facts/${fact}`]: undefined } }),
    ),
  ]),
  ...[true, 'false', 0, null, '', [], {}].map((value) =>
    refuses(
      'shape.wrong-literal',
      `raw_evidence_copied as ${JSON.stringify(value)}`,
      draft({ receipt: { 'evidence/raw_evidence_copied': value } }),
    ),
  ),
  ...Object.keys(draftReceipt()).map((field) =>
    refuses('shape.missing-key', `without ${field}`, draft({ receipt: { [field]: undefined } })),
  ),
  ...Object.entries(respellings)
    .filter(([how]) => !/null|nothing|array|object|flag|number/.test(how))
    .map(([how, respelled]) =>
      refuses(
        'shape.not-in-set',
        `the stop reason ${how}`,
        draft({ receipt: { stop_reason: respelled('completed') } }),
      ),
    ),
];

const publishing = (path: string, value: unknown) => (): Verdict<unknown> =>
  judgeRequest({ request: wire(withValue(publishRequest, path, value)), authority: publishRequestAuthority });

const raw = (value: string) => (): Verdict<unknown> =>
  judgeRequest({
    request: wire(JSON.stringify(publishRequest).replace('"revision":2', `"revision":${value}`)),
    authority: publishRequestAuthority,
  });

const gateVariants = [
  ...['"2"', '" 2"', '"0x2"', 'null', 'true', '[2]', '{"n":2}'].map((value) =>
    refuses('shape.wrong-type', `the revision as ${value}`, raw(value)),
  ),
  ...['2.0', '2e0', '20e-1', '1.9999999999999999'].map((value) =>
    refuses('parse.number-not-integer', `the revision as ${value}`, raw(value)),
  ),
  refuses('parse.negative-zero', 'the revision as -0', raw('-0')),
  refuses('parse.unsafe-integer', 'the revision as 2^63', raw('9223372036854775808')),
  refuses('parse.syntax', 'the revision with a plus', raw('+2')),
  refuses('parse.syntax', 'the revision in octal', raw('02')),
  refuses('shape.too-short', 'a revision before the first', raw('-1')),
  ...[0, 1].map((revision) =>
    refuses('gate.revision-behind', `revision ${revision}`, publishing('gate_binding/revision', revision)),
  ),
  ...[3, 4, 2 ** 31, 2 ** 32 + 2, Number.MAX_SAFE_INTEGER].map((revision) =>
    refuses('gate.revision-ahead', `revision ${revision}`, publishing('gate_binding/revision', revision)),
  ),
  ...['Open', 'OPEN', ' open', 'open ', 'ореn', 'approved', 'granted', '', null, true].map((status) =>
    refuses(
      'shape.not-in-set',
      `the status as ${JSON.stringify(status)}`,
      publishing('gate_binding/status', status),
    ),
  ),
  ...Object.entries(respellings)
    .filter(([how]) => /capital|space|visible|Cyrillic|short|more/.test(how))
    .map(([how, respelled]) => {
      const broken = publishing(
        'gate_binding/gate_id',
        respelled(publishRequest.gate_binding?.gate_id ?? ''),
      );
      return refuses(
        /space|visible|Cyrillic/.test(how) ? 'shape.wrong-format' : 'gate.other-id',
        `the gate ${how}`,
        broken,
      );
    }),
];

const honestText = JSON.stringify(draftReceipt());
const text = (receipt: string) => draft({ text: receipt });
const deep = (levels: number, inner: string) => `${'{"a":['.repeat(levels)}${inner}${']}'.repeat(levels)}`;

/** What strict reading refuses, at several depths. */
const broken: readonly (readonly [string, string])[] = [
  ['parse.duplicate-key', '{"k":1,"k":1}'],
  ['parse.duplicate-key', '{"k":1,"\\u006b":2}'],
  ['parse.duplicate-key', '{"":1,"":2}'],
  ['parse.reserved-key', '{"__proto__":1}'],
  ['parse.reserved-key', '{"constructor":1}'],
  ['parse.reserved-key', '{"toJSON":1}'],
  ['parse.reserved-key', '{"\\u005f_proto__":1}'],
  ['parse.lone-surrogate', '"\\udfff"'],
  ['parse.lone-surrogate', '"\\ud83d\\ud83d"'],
  ['parse.noncharacter', '"\\ufdd0"'],
  ['parse.noncharacter', '"\\ud83f\\udfff"'],
  ['parse.nul', '"a\\u0000b"'],
  ['parse.number-not-integer', '0.5'],
  ['parse.number-not-integer', '1E2'],
  ['parse.negative-zero', '-0'],
  ['parse.unsafe-integer', '-9007199254740992'],
  ['parse.syntax', '-Infinity'],
  ['parse.syntax', 'undefined'],
  ['parse.syntax', '"\\x41"'],
  ['parse.syntax', '"a\tb"'],
  ['parse.syntax', '01'],
  ['parse.syntax', '[1,]'],
  ['parse.syntax', '{"a":1,,"b":2}'],
];

const parseVariants = [
  ...broken.flatMap(([rule, inner]) =>
    [0, 1, 7].map((levels) =>
      refuses(
        rule,
        `${inner} under ${levels} levels`,
        text(`{"extra":${deep(levels, inner)},${honestText.slice(1)}`),
      ),
    ),
  ),
  ...['[]', '"text"', '12', 'true', 'null'].map((top) =>
    refuses('parse.not-an-object', `${top} at the top`, text(top)),
  ),
  ...['{}', '[]', '1', '"x"', '\u0000'].map((after) =>
    refuses(
      after === '\u0000' ? 'parse.nul' : 'parse.trailing-content',
      `${JSON.stringify(after)} afterwards`,
      text(`${honestText}${after}`),
    ),
  ),
];

/** Variants of each kind: other spellings, other depths, other types. */
export const variantRows: readonly RuleRow[] = [
  ...identityVariants,
  ...writebackVariants,
  ...embeddedVariants,
  ...decidedNames,
  ...commandVariants,
  ...shapeVariants,
  ...gateVariants,
  ...parseVariants,
];
