import { describe, expect, it, vi } from 'vitest';
import { z } from 'zod';
import { lazySchema } from '../src/lazy-schema.ts';

describe('a lazy schema', () => {
  it('is built at its first use, and once', () => {
    const build = vi.fn(() => z.strictObject({ name: z.string() }));
    const schema = lazySchema(build);
    expect(build).not.toHaveBeenCalled();
    expect(schema.safeParse({ name: 'a' }).success).toBe(true);
    expect(schema.safeParse({ name: 1 }).success).toBe(false);
    expect(build).toHaveBeenCalledTimes(1);
  });

  it('stands for the built one in other schemas, methods and checks of its class', () => {
    const label = lazySchema(() => z.string().max(3));
    const record = lazySchema(() => z.strictObject({ label, other: label.nullable(), most: label.min(2) }));
    expect(record.parse({ label: 'abc', other: null, most: 'ab' })).toEqual({
      label: 'abc',
      other: null,
      most: 'ab',
    });
    expect(record.safeParse({ label: 'abcd', other: 'abcd', most: 'a' }).error?.issues).toHaveLength(3);
    expect(record.shape.label.safeParse('abcd').success).toBe(false);
    expect(record.pick({ label: true }).safeParse({ label: 'a' }).success).toBe(true);
    expect(record instanceof z.ZodObject).toBe(true);
    expect(record instanceof z.ZodString).toBe(false);
    const { safeParse } = record;
    expect(safeParse({ label: 'a', other: null, most: 'ab' }).success).toBe(true);
  });

  it('discriminates unions and has the JSON Schema of the built one', () => {
    const build = () => z.strictObject({ kind: z.literal('a'), of: z.number().int().min(1) });
    const union = (option: ReturnType<typeof build>) =>
      z.discriminatedUnion('kind', [option, z.strictObject({ kind: z.literal('b') })]);
    expect(union(lazySchema(build)).parse({ kind: 'a', of: 1 })).toEqual({ kind: 'a', of: 1 });
    expect(z.toJSONSchema(union(lazySchema(build)))).toEqual(z.toJSONSchema(union(build())));
    expect(z.toJSONSchema(lazySchema(build), { reused: 'ref' })).toEqual(z.toJSONSchema(build()));
  });

  it('can be looked at like any object', () => {
    const schema = lazySchema(() => z.enum(['a', 'b']));
    expect('options' in schema).toBe(true);
    expect(Object.keys(schema)).toContain('def');
    expect({ ...schema }.def.type).toBe('enum');
  });
});

describe('importing the package', () => {
  it('builds no schema', async () => {
    const asked: PropertyKey[] = [];
    vi.resetModules();
    vi.doMock('zod', async (original) => {
      const zod = await original<typeof import('zod')>();
      const watched = new Proxy(zod.z, {
        get: (target, key) => {
          asked.push(key);
          return Reflect.get(target, key);
        },
      });
      return { ...zod, z: watched };
    });
    const { receiptSchema } = await import('../src/index.ts');
    vi.doUnmock('zod');
    expect(asked).toEqual([]);
    expect(receiptSchema.safeParse({}).success).toBe(false);
    expect(asked).toContain('strictObject');
  });
});
