/**
 * What this host has under way. It lives and dies with the host, and decides nothing about an effect: it only lets
 * `recover` tell an attempt that is being carried from one that a fault has left behind.
 */
export interface Carrying {
  /** Runs `work`, from before the attempt is admitted until it is put away. */
  during<Value>(work: (admitted: (attemptId: string) => void) => Promise<Value>): Promise<Value>;
  /** Whether nobody here carries this attempt. False while an admission is under way: it might be that one. */
  isLeftBehind(attemptId: string): boolean;
}

export function createCarrying(): Carrying {
  const attempts = new Set<string>();
  let admitting = 0;
  return {
    during: async (work) => {
      let own: string | null = null;
      admitting += 1;
      try {
        return await work((attemptId) => {
          own = attemptId;
          attempts.add(attemptId);
          admitting -= 1;
        });
      } finally {
        if (own === null) admitting -= 1;
        else attempts.delete(own);
      }
    },
    isLeftBehind: (attemptId) => admitting === 0 && !attempts.has(attemptId),
  };
}
