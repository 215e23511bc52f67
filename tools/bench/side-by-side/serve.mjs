/**
 * Answers the parent process: how many waits for approval a second, with so many callers at a time. Each caller begins its
 * next when its last has gone on.
 *
 * @param {(id: string) => Promise<void>} cycle one wait: asked, approved, gone on
 * @param {() => Promise<void>} close
 */
export function serve(cycle, close) {
  let count = 0;
  const run = `${process.pid}-${Date.now()}`;
  const rate = async ({ callers, milliseconds }) => {
    const begun = performance.now();
    const before = count;
    const work = async () => {
      do {
        count += 1;
        await cycle(`${run}-${count}`);
      } while (performance.now() - begun < milliseconds);
    };
    await Promise.all(Array.from({ length: callers }, work));
    return ((count - before) * 1_000) / (performance.now() - begun);
  };
  process.on('message', async (asked) => {
    if (asked === 'end') {
      await close();
      process.exit(0);
    }
    process.send?.(await rate(asked));
  });
  process.send?.('ready');
}
