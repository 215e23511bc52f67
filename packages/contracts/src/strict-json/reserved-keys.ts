/** Names that JavaScript, or code that handles promises and JSON, reads with a meaning of its own. */
export const reservedKeys: ReadonlySet<string> = new Set([
  ...Object.getOwnPropertyNames(Object.prototype),
  'prototype',
  'then',
  'toJSON',
]);
