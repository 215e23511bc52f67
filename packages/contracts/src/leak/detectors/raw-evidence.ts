import type { AnchoredDetector, SearchedDetector } from '../detector.ts';
import { kind } from '../survey.ts';

/** The first two bytes of zlib's format, in base64. */
const zlib = /^e(?:J[w-z]|N[o-r])$/;

/** Bytes and bodies that belong in the vault and never in a record. */
export const anchoredEvidence = (): readonly AnchoredDetector[] => [
  {
    rule: 'leak.raw-evidence',
    anchors: ['data:'],
    preceded: /(?:^|[^\w-])$/,
    tail: /[\w.+/-]{0,80}(?:;[\w=-]{1,40}){0,4},(?:[^\s"'<>]{2}|<[a-z!?])[^"']{6,65536}/iy,
  },
  { rule: 'leak.raw-evidence', anchors: ['blob:http'], tail: /s?:\/\/[^\s"'<>]{8,400}/iy },
  // PNG, JPEG, GIF, WebP, PDF, ZIP, gzip, zlib, WebM and MP4 in base64.
  {
    rule: 'leak.raw-evidence',
    anchors: [
      'ivborw0kgg',
      '/9j/2',
      '/9j/4',
      'r0lgoddh',
      'r0lgodlh',
      'jvberi0',
      'uesdba',
      'uesdbb',
      'h4sia',
      'h4sic',
      'gkxfo',
      'suksqa',
      'tu0ak',
    ],
    ofWords: true,
    preceded: /(?:^|[^\w+/])$/,
    tail: /[\w+/=-]{12,65536}/iy,
  },
  {
    rule: 'leak.raw-evidence',
    anchors: ['uklgr', 'qk0'],
    ofWords: true,
    preceded: /(?:^|[^\w+/])$/,
    tail: /[\w+/=-]{40,65536}/iy,
  },
  {
    rule: 'leak.raw-evidence',
    anchors: ['ejy', 'ejx', 'ejz', 'ejw', 'enq', 'enp'],
    preceded: /(?:^|[^\w+/])$/,
    tail: /[\w+/=-]{24,65536}/iy,
    confirms: (match) =>
      mixed(match[0]) &&
      (match[0].length >= 100 || zlib.test(match.input.slice(match.index - 3, match.index))),
  },
  {
    rule: 'leak.raw-evidence',
    anchors: ['89504e470d0a1a0a', 'ffd8ffe', '47494638', '25504446', '504b0304', '1f8b08'],
    preceded: /(?:^|[^0-9a-f])$/i,
    tail: /[0-9a-f]{16,65536}/iy,
  },
  { rule: 'leak.raw-evidence', anchors: ['\u0089png', 'ÿøÿ', 'gif87a', 'gif89a', '%pdf-1'], tail: /(?:)/y },
  {
    rule: 'leak.raw-evidence',
    anchors: ['<!doctype html', '<!doctype  html', '<head>', '</html>', '</body>'],
    tail: /(?:)/y,
  },
  { rule: 'leak.raw-evidence', anchors: ['<html', '<body', '<script'], tail: /[\s>]/y },
  { rule: 'leak.raw-evidence', anchors: ['<input'], tail: /\b[^<>]{0,400}\bvalue\s{0,3}=[^<>]{1,400}>/iy },
];

const mixed = (text: string): boolean => /\d/.test(text) && /[a-z]/.test(text) && /[A-Z]/.test(text);

export const searchedEvidence = (): readonly SearchedDetector[] => [
  {
    rule: 'leak.raw-evidence',
    when: ({ kinds }) => (kinds & kind.angle) !== 0,
    pattern:
      /(?:<(?:div|span|p|a|td|tr|li|ul|ol|form|input|meta|table|section|svg|h[1-6]|label|button)\b[^<>]{0,400}>[^<>]{0,400}(?:<\/\w{1,20}>\s{0,20}){0,4}){3,400}/gi,
  },
  // Whatever it is: so long a run of letters and digits is no text.
  {
    rule: 'leak.raw-evidence',
    when: ({ longestRun }) => longestRun >= 1_024,
    pattern: /[\w+/=-]{1024,65536}/g,
    inRuns: true,
    cost: 0.4,
    confirms: ([text]) => mixed(text),
  },
];
