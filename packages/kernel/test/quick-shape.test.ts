import { runInNewContext } from 'node:vm';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { commandDigest } from '../src/commands/command-digest.ts';
import { ownJson } from '../src/commands/own-json.ts';
import { quickShape } from '../src/commands/quick-shape.ts';
import { envelopeSchema, inputSchemas } from '../src/commands/schemas.ts';
import type { CommandEnvelope, CommandKind } from '../src/index.ts';
import { Story } from '../src/store-suite/index.ts';
import { memoryStore } from './support/memory-store.ts';
import { tables } from './tables/index.ts';

interface Sent {
  readonly schema: z.ZodType;
  readonly value: unknown;
}

/** What one whole story sends, and for each command one row of the tables. */
async function everySent(): Promise<readonly Sent[]> {
  const sent: Sent[] = [];
  const listening = (story: Story): Story => {
    const execute = story.kernel.execute;
    Object.assign(story.kernel, {
      execute: (kind: CommandKind, envelope: CommandEnvelope, input: never) => {
        if (Object.hasOwn(inputSchemas, kind))
          sent.push({ schema: inputSchemas[kind], value: ownJson(input) });
        sent.push({ schema: envelopeSchema, value: ownJson(envelope) });
        return execute(kind, envelope, input);
      },
    });
    return story;
  };
  const whole = listening(new Story(memoryStore()));
  await whole.begin();
  const { attempt, readBack } = await whole.publish();
  await whole.readBack(readBack, attempt);
  const rows = new Map(
    Object.values(tables).flatMap((each) => each.map((row) => [row.command, row] as const)),
  );
  for (const row of rows.values()) {
    const store = memoryStore();
    const story = listening(new Story(store, row.options));
    await story.begin();
    await (await row.send(story, store))();
  }
  return sent;
}

const oddities = [
  undefined,
  null,
  true,
  '',
  ' ',
  'x'.repeat(500),
  0,
  -1,
  1.5,
  Number.NaN,
  2 ** 60,
  [],
  {},
  new Uint8Array(2),
];

/** A copy with one place of it taken out, added to, or turned into something odd. */
function bent(value: unknown, choose: (count: number) => number): unknown {
  if (typeof value !== 'object' || value === null || value instanceof Uint8Array || choose(4) === 0) {
    return oddities[choose(oddities.length)];
  }
  if (Array.isArray(value)) {
    const at = choose(value.length + 1);
    return value.length === at
      ? [...value, oddities[choose(oddities.length)]]
      : value.with(at, bent(value[at], choose));
  }
  const members = Object.entries(value);
  const at = choose(members.length + 2);
  const [key, member] = members[at] ?? [];
  if (key === undefined) return { ...value, [`other${choose(3)}`]: oddities[choose(oddities.length)] };
  const others = members.filter(([name]) => name !== key);
  return Object.fromEntries(choose(5) === 0 ? others : [...others, [key, bent(member, choose)]]);
}

describe('the quick form of a schema', () => {
  it('is there for every command', () => {
    const without = Object.entries(inputSchemas).filter(([, schema]) => quickShape(schema) === null);
    expect(without.map(([kind]) => kind)).toEqual([]);
    expect(quickShape(envelopeSchema)).not.toBeNull();
  });

  it('takes what is sent, and nothing that the schema does not take, whatever of it is changed', async () => {
    const sent = await everySent();
    const quick = new Map(
      [...new Set(sent.map(({ schema }) => schema))].map((schema) => [schema, quickShape(schema)]),
    );
    let [accepted, refused] = [0, 0];
    const agree = ({ schema, value }: Sent): void => {
      const says = quick.get(schema)?.(value);
      const asked = schema.safeParse(value).success;
      // It may leave a value to the schema, but never takes one that the schema does not.
      if (says === true) expect(asked, JSON.stringify(value)).toBe(true);
      if (asked) accepted += 1;
      else refused += 1;
    };
    for (const each of sent) {
      agree(each);
      // And it takes everything that is meant to be taken, so that the schema is hardly ever asked.
      expect(quick.get(each.schema)?.(each.value)).toBe(each.schema.safeParse(each.value).success);
    }
    fc.assert(
      fc.property(
        fc.nat(sent.length - 1),
        fc.array(fc.nat(1_000), { minLength: 40, maxLength: 40 }),
        (at, numbers) => {
          const each = sent[at];
          if (each === undefined) return;
          let next = 0;
          const choose = (count: number): number => {
            next += 1;
            return (numbers[next % numbers.length] ?? 0) % count;
          };
          agree({ ...each, value: ownJson(bent(each.value, choose)) });
        },
      ),
      { numRuns: 5_000 },
    );
    expect(accepted).toBeGreaterThan(500);
    expect(refused).toBeGreaterThan(1_000);
  });

  it.each([
    ['an address', z.email()],
    ['a text that is changed', z.string().trim()],
    ['a whole number that is no check', z.int()],
    ['a value that is made from another', z.coerce.number()],
    ['an object with room for more', z.object({ a: z.string() })],
    ['a set of keys that must all be there', z.record(z.enum(['a', 'b']), z.number())],
    ['something made anew', z.string().transform((text) => text.length)],
    ['something filled in', z.strictObject({ a: z.string().default('x') })],
  ])('is not there for %s', (_, schema) => {
    expect(quickShape(schema)).toBeNull();
  });
});

describe('bytes of another realm', () => {
  const foreign: unknown = runInNewContext('Uint8Array.of(1, 2, 3)');

  it('are copied and hashed as bytes', () => {
    const own = Uint8Array.of(1, 2, 3);
    expect(foreign instanceof Uint8Array).toBe(false);
    expect(ownJson({ receipt: foreign })).toEqual({ receipt: own });
    expect(commandDigest('report-attempt', { receipt: foreign })).toBe(
      commandDigest('report-attempt', { receipt: own }),
    );
  });
});
