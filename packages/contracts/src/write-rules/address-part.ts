const unreserved = /^[A-Za-z0-9._~-]{1,200}$/;

/**
 * Whether a text may be put into the path of an address as it is: 1 to 200 unreserved characters (RFC 3986), which nothing
 * encodes, and no dot segment, which an address would resolve.
 */
export function isAddressPart(text: string): boolean {
  return unreserved.test(text) && text !== '.' && text !== '..';
}
