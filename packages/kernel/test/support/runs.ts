/**
 * How many random sequences are played: the tests' share, or what `npm run prove` plays, or as many as `CUX_RANDOM_RUNS`
 * says.
 */
export function runsOf({ share, whole }: { readonly share: number; readonly whole: number }): number {
  return Number(process.env.CUX_RANDOM_RUNS ?? (process.env.CUX_SUITE === 'proof' ? whole : share));
}
