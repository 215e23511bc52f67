import type { z } from 'zod';

/**
 * A schema that is built when it is first used, and once. Building every record would take longer than loading all of
 * the code, and most programs read a few of them.
 *
 * It stands for the built schema everywhere: its methods and properties, inside of another schema, in `instanceof`,
 * in `z.infer` and in `z.toJSONSchema`. What `build` uses of other lazy schemas is built with it.
 */
export function lazySchema<Schema extends z.ZodType>(build: () => Schema): Schema {
  let built: Schema | undefined;
  const schema = (): Schema => {
    built ??= build();
    return built;
  };
  return new Proxy({} as Schema, {
    get: (_, key, itself) => Reflect.get(schema(), key, itself),
    set: (_, key, value) => Reflect.set(schema(), key, value),
    // Where zod keeps a method that it has bound.
    defineProperty: (_, key, property) => Reflect.defineProperty(schema(), key, property),
    deleteProperty: (_, key) => Reflect.deleteProperty(schema(), key),
    has: (_, key) => Reflect.has(schema(), key),
    getPrototypeOf: () => Reflect.getPrototypeOf(schema()),
    ownKeys: () => Reflect.ownKeys(schema()),
    getOwnPropertyDescriptor: (_, key) => {
      const property = Reflect.getOwnPropertyDescriptor(schema(), key);
      // The empty object behind this one has no property that could be fixed.
      return property === undefined ? undefined : { ...property, configurable: true };
    },
  });
}
