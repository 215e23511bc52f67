import type { CommitBatch, EventDraft, Expectation, Row } from '@cux/kernel';

type Word = string | number | null;

/**
 * A batch on its way between threads, as one list of its words: the engine copies it in half the time that it takes for
 * objects, whose every name it writes as well.
 */
export type PackedBatch = readonly Word[];

export function pack(batch: CommitBatch): PackedBatch {
  const { workspace, answer, time, valid_until, expectations, writes, events } = batch;
  const { scope, key, command_digest } = answer;
  const words: Word[] = [workspace, scope, key, command_digest, answer.answer, time, valid_until];
  words.push(expectations.length, writes.length, events.length);
  for (const { kind, id, revision, body } of expectations) words.push(kind, id, revision, body ?? null);
  for (const { kind, id, revision, state, parent_id, subject_digest, body } of writes) {
    words.push(kind, id, revision, state, parent_id, subject_digest, body);
  }
  for (const { kind, body } of events) words.push(kind, body);
  return words;
}

export function unpack(words: PackedBatch): CommitBatch {
  const read = reader(words);
  const [workspace, scope, key, command_digest, answer] = [
    read.text(),
    read.text(),
    read.text(),
    read.text(),
    read.text(),
  ];
  const time = read.number();
  const valid_until = read.numberOrNull();
  const counts = [read.number(), read.number(), read.number()] as const;
  return {
    workspace,
    answer: { scope, key, command_digest, answer },
    time,
    valid_until,
    expectations: several(counts[0], () => expectation(read)),
    writes: several(counts[1], () => row(read)),
    events: several(counts[2], (): EventDraft => ({ kind: read.text(), body: read.text() })),
  };
}

interface Reader {
  text(): string;
  textOrNull(): string | null;
  number(): number;
  numberOrNull(): number | null;
}

/** Both ends are this module, so a word of another type is a fault. */
function reader(words: PackedBatch): Reader {
  let at = 0;
  const next = <Kept extends Word>(fits: (word: Word | undefined) => word is Kept): Kept => {
    const word = words[at];
    at += 1;
    if (!fits(word))
      throw new TypeError('A batch was packed in another way than it is unpacked; report this.');
    return word;
  };
  const isText = (word: Word | undefined): word is string => typeof word === 'string';
  const isNumber = (word: Word | undefined): word is number => typeof word === 'number';
  return {
    text: () => next(isText),
    number: () => next(isNumber),
    textOrNull: () => next((word): word is string | null => word === null || isText(word)),
    numberOrNull: () => next((word): word is number | null => word === null || isNumber(word)),
  };
}

function several<Value>(count: number, one: () => Value): readonly Value[] {
  const all: Value[] = [];
  for (let nth = 0; nth < count; nth += 1) all.push(one());
  return all;
}

function expectation(read: Reader): Expectation {
  const kind = read.text() as Row['kind'];
  const [id, revision, body] = [read.text(), read.number(), read.textOrNull()];
  return body === null ? { kind, id, revision } : { kind, id, revision, body };
}

function row(read: Reader): Row {
  return {
    kind: read.text() as Row['kind'],
    id: read.text(),
    revision: read.number(),
    state: read.text(),
    parent_id: read.textOrNull(),
    subject_digest: read.textOrNull(),
    body: read.text(),
  };
}
