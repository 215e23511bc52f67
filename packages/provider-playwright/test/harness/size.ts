/** Whether tests run at their whole length, as for `npm run prove`, and not their share of it. */
export const isWhole = process.env.CUX_SUITE === 'proof';
