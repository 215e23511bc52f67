/**
 * The value of `work`, unless the time (milliseconds) is over or the signal comes first: then `otherwise` says what
 * happens, and whatever `work` still brings goes to `late`.
 */
export async function within<Value>(
  work: Promise<Value>,
  bounds: { readonly milliseconds: number; readonly signal?: AbortSignal | undefined },
  otherwise: () => Value,
  late: (value: Value) => void = () => undefined,
): Promise<Value> {
  const { milliseconds, signal } = bounds;
  let over = false;
  let timer: NodeJS.Timeout | undefined;
  let stop: (() => void) | undefined;
  const ended = new Promise<'ended'>((resolve) => {
    stop = () => {
      over = true;
      resolve('ended');
    };
    timer = setTimeout(stop, milliseconds);
    if (signal?.aborted) stop();
    signal?.addEventListener('abort', stop, { once: true });
  });
  work.then(
    (value) => {
      if (over) late(value);
    },
    () => undefined,
  );
  try {
    const first = await Promise.race([work.then((value) => ({ value })), ended]);
    return first === 'ended' ? otherwise() : first.value;
  } finally {
    clearTimeout(timer);
    if (stop !== undefined) signal?.removeEventListener('abort', stop);
  }
}
