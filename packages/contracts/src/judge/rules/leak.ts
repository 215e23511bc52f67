import type { Statements } from './statement.ts';

/** What must not stand in any text of a record, in plain or encoded. */
export const leakStatements = {
  'leak.token': 'Text must not hold an access token or API key of a provider.',
  'leak.signed-token': 'Text must not hold a signed token, such as a JWT.',
  'leak.private-key': 'Text must not hold a private key.',
  'leak.authorization': 'Text must not hold an authorization header or its credentials.',
  'leak.cookie': 'Text must not hold a cookie or a session value of a framework.',
  'leak.url-credential': 'A URL must not hold user information, a token parameter or a signature.',
  'leak.password': 'Text must not hold a password or another named secret.',
  'leak.second-factor': 'Text must not hold the seed or code of a second factor.',
  'leak.raw-evidence':
    'Text must not hold raw evidence: image bytes, a data URL, compressed bytes or an HTML body.',
  'leak.card-number': 'Text must not hold a payment card number.',
  'leak.iban': 'Text must not hold a bank account number (IBAN).',
  'leak.too-dense':
    'Text must not be longer, nor hold more signs of secrets and encodings, than can be looked at; shorten it to what a person reads.',
} as const satisfies Statements;
