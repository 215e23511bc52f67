/**
 * Runs one task of a name at a time, in order. It spares commands of one process the retries that they would cause
 * each other; that two processes stay apart is the store's doing.
 */
export function serializer(): <Value>(name: string, task: () => Promise<Value>) => Promise<Value> {
  const tails = new Map<string, Promise<unknown>>();
  return (name, task) => {
    const result = (tails.get(name) ?? Promise.resolve()).then(task, task);
    const tail = result.then(
      () => undefined,
      () => undefined,
    );
    tails.set(name, tail);
    void tail.then(() => {
      if (tails.get(name) === tail) tails.delete(name);
    });
    return result;
  };
}
