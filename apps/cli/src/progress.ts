import type { Output } from './output.ts';

/** How long something may take before anybody is told that it does, in milliseconds. */
const quietMs = 1_000;

/**
 * Does some work, and says that it is under way once it takes longer than a second: on a terminal as something that moves,
 * elsewhere as one line. Nothing is said where JSON was asked for.
 */
export async function withProgress<Value>(
  output: Output,
  text: string,
  work: () => Promise<Value>,
): Promise<Value> {
  if (output.json || output.writeError === undefined) return work();
  let stop = () => {};
  const timer = setTimeout(() => {
    void begin(output, text).then((ended) => {
      stop = ended;
    });
  }, quietMs);
  try {
    return await work();
  } finally {
    clearTimeout(timer);
    stop();
  }
}

async function begin({ progress, writeError }: Output, text: string): Promise<() => void> {
  if (progress !== true) {
    writeError?.(`cux: ${text} …\n`);
    return () => {};
  }
  const { default: spinnerOf } = await import('yocto-spinner');
  const spinner = spinnerOf({ text: `${text} …`, handleSignals: false }).start();
  return () => spinner.stop();
}
