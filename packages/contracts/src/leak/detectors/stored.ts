import type { AnchoredDetector, SearchedDetector } from '../detector.ts';
import { isOpaque, isRandom, isValue, valueIn } from './looks.ts';

/** Secrets as programs keep, call and hash them. */
export const anchoredStored = (): readonly AnchoredDetector[] => [
  // Hashes of passwords, as /etc/shadow and databases hold them.
  { rule: 'leak.password', anchors: ['$2a$', '$2b$', '$2y$'], tail: /\d{2}\$[./a-z0-9]{53}/iy },
  {
    rule: 'leak.password',
    anchors: ['$1$', '$5$', '$6$'],
    tail: /(?:rounds=\d{1,9}\$)?[./a-z0-9]{1,16}\$[./a-z0-9]{22,86}/iy,
  },
  {
    rule: 'leak.password',
    anchors: [
      '$argon2id$',
      '$argon2i$',
      '$argon2d$',
      '$scrypt$',
      '$pbkdf2-sha256$',
      '$pbkdf2-sha512$',
      '$y$',
    ],
    tail: /[\w.,=/$+-]{30,400}/iy,
  },
  // What a page keeps in its storage: the name, then the value.
  {
    rule: 'leak.cookie',
    anchors: ['.setitem('],
    tail: /\s{0,3}["'`][\w.:-]{0,40}(?:token|auth|session|jwt|secret|passw|apikey|api_key|credential)[\w.:-]{0,40}["'`]\s{0,3},\s{0,3}["'`](?<value>[^"'`\s]{8,4000})/iy,
    confirms: isOpaque,
  },
  {
    rule: 'leak.cookie',
    anchors: ['dokuwiki=', 'dokuwiki"', "dokuwiki'"],
    tail: /\]?\s{0,3}[:=]?\s{0,3}["']?(?<value>[a-z0-9%,-]{20,200})/iy,
    confirms: isOpaque,
  },
  {
    rule: 'leak.url-credential',
    anchors: ['_wpnonce'],
    tail: /["']?(?:\s{0,3}[:=]|%3d|"?\s{1,3}value=)\s{0,3}["']?(?<value>[a-f0-9]{10})(?![\w])/iy,
    confirms: (match) => /\d/.test(valueIn(match)),
  },
  // A password right behind the option of a client.
  {
    rule: 'leak.password',
    anchors: ['mysql', 'mysqldump', 'mysqladmin', 'mariadb', 'sshpass'],
    tail: /\s(?:[^\n]{0,80}\s)?-p\s?["']?(?<value>[^\s"']{6,100})/iy,
    confirms: isRandom,
  },
  {
    rule: 'leak.password',
    anchors: ['login '],
    tail: /[\w.@+-]{1,60}\s{0,3}\/\s{0,3}(?<value>\S{8,100})/iy,
    confirms: (match) => isRandom(match) && /[!@#$%^&*]/.test(valueIn(match)),
  },
  {
    rule: 'leak.password',
    anchors: ['passphrase', 'pass phrase'],
    tail: /(?:\s(?:is|was))?\s{0,3}[:=]?\s{0,3}["“„«](?<value>[a-z]{3,12}(?:[ -][a-z]{3,12}){3,11})["”“»]/iuy,
    confirms: isValue,
  },
  // The key of a cloud: capitals and digits in a word of this length.
  {
    rule: 'leak.token',
    anchors: ['akia', 'asia'],
    wordStart: true,
    tail: /(?<value>[A-Z2-7]{16})(?![A-Za-z0-9])/y,
    confirms: (match) =>
      /\d/.test(valueIn(match)) && /^A[KS]IA$/.test(match.input.slice(match.index - 4, match.index)),
  },
];

const base58 = '1-9A-HJ-NP-Za-km-z';

export const searchedStored = (): readonly SearchedDetector[] => [
  // The private key of a wallet, in the form in which it is imported.
  {
    rule: 'leak.private-key',
    when: ({ longestRun }) => longestRun >= 51,
    pattern: new RegExp(`(?<![\\w+/=-])(?:5[HJK][${base58}]{49}|[KL][${base58}]{51})(?![\\w+/=-])`, 'g'),
    inRuns: true,
    confirms: isRandom,
  },
];
