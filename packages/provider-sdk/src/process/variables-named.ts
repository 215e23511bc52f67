/** The environment of a process. */
export type Variables = Readonly<Record<string, string | undefined>>;

/** Of the host's variables those that are named and set, and no other: a program that is started gets no secret of the host's. */
export function variablesNamed(names: readonly string[], host: Variables): Record<string, string> {
  const named = names.flatMap((name) => {
    const value = host[name];
    return value === undefined ? [] : [[name, value] as const];
  });
  return Object.fromEntries(named);
}
