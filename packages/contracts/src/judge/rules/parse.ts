import type { Statements } from './statement.ts';

/** How bytes must read before anything is built from them. */
export const parseStatements = {
  'parse.not-bytes': 'A record must be handed over as a Uint8Array of UTF-8 JSON.',
  'parse.not-plain-data':
    'An in-process value must be plain data: no getter, proxy, cycle, class instance, function, symbol, BigInt or undefined.',
  'parse.empty': 'A record must not be empty.',
  'parse.too-large': 'A record must stay within its size limit (64 KiB for v0 records).',
  'parse.byte-order-mark': 'A record must not begin with a byte-order mark.',
  'parse.not-utf8': 'A record must be valid UTF-8.',
  'parse.nul': 'A record must not hold the NUL character, raw or escaped.',
  'parse.syntax': 'A record must be one well-formed JSON document (RFC 8259).',
  'parse.trailing-content': 'Nothing may follow the JSON document.',
  'parse.not-an-object': 'The top level of a record must be an object.',
  'parse.too-deep': 'A record must not nest deeper than its limit (32 levels for v0 records).',
  'parse.too-many-keys': 'A record must not hold more keys than its limit (256 for v0 records).',
  'parse.duplicate-key': 'A key must occur once in its object, in whichever spelling.',
  'parse.reserved-key':
    'A key must not be a name that JavaScript gives a meaning, such as __proto__ or then.',
  'parse.lone-surrogate': 'Text must not hold a surrogate without its other half.',
  'parse.noncharacter': 'Text must not hold a code point that Unicode reserves as a noncharacter.',
  'parse.number-not-integer': 'A number must be an integer written without fraction or exponent.',
  'parse.negative-zero': 'Zero must be written without a sign.',
  'parse.unsafe-integer': 'An integer must lie between -(2^53-1) and 2^53-1.',
  'parse.number-out-of-range': 'A number must be finite.',
} as const satisfies Statements;
