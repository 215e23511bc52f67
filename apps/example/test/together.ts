/** Stories run beside each other. How long one takes on a busy machine is no verdict on it. */
export const together = { concurrent: true, timeout: 600_000 } as const;
