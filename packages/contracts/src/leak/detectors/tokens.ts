import type { AnchoredDetector, SearchedDetector } from '../detector.ts';
import type { Survey } from '../survey.ts';
import { isRandom, scattered, valueIn } from './looks.ts';
import { tokenPrefixes } from './prefixes.ts';

const live = /_(?:live|test|prod)_/i;

export const anchoredTokens = (): readonly AnchoredDetector[] => [
  ...tokenPrefixes().map(([beginnings, rest]): AnchoredDetector => {
    const anchors = beginnings
      .replace(/flyv1 /g, 'flyv1\u0000')
      .split(' ')
      .map((each) => each.replace('\u0000', ' '));
    const short = anchors.some((anchor) => live.test(anchor));
    return {
      rule: 'leak.token',
      anchors,
      wordStart: !/^[./]/.test(beginnings),
      tail: new RegExp(rest, 'iy'),
      confirms: ([text]) => scattered(text) || (short && /\d|[a-z][A-Z]/.test(text)),
    };
  }),
  { rule: 'leak.token', anchors: ['.atlasv1.'], preceded: /[a-z0-9]{14}$/i, tail: /[\w-]{40,100}/iy },
  // The key of a mailing list: the data centre stands behind it.
  {
    rule: 'leak.token',
    anchors: ['-us'],
    preceded: /(?:^|[^a-z0-9])(?<value>[a-f0-9]{32})$/i,
    tail: /\d{1,2}(?![a-z0-9])/iy,
  },
  // Long opaque values that a neighbouring word names.
  {
    rule: 'leak.token',
    anchors:
      'aws azure gcp heroku twilio datadog okta algolia cloudflare mailgun vercel telegram twitter facebook openai anthropic mistral cohere gemini deepseek elevenlabs groq stripe github gitlab slack discord notion'.split(
        ' ',
      ),
    tail: /[\w .-]{0,30}(?:key|token|secret|sid)["']?\s{0,3}(?:[:=]|=>|is)\s{0,3}["']?(?<value>[\w+/=.-]{20,200})/iy,
    confirms: (match) => scattered(valueIn(match)),
  },
];

/** A run of letters and digits of some length, and one of these in the text. */
const long =
  (least: number, ...marks: readonly string[]) =>
  ({ longestRun }: Survey, lower: string): boolean =>
    longestRun >= least && marks.some((mark) => lower.includes(mark));

/** Tokens that no literal announces. */
export const searchedTokens = (): readonly SearchedDetector[] => [
  {
    rule: 'leak.token',
    when: long(27, '.'),
    cost: 0.16,
    pattern: /(?<![\w-])[MNO][\w-]{23,27}\.[\w-]{6}\.[\w-]{27,40}/gi,
    confirms: ([text]) => scattered(text),
  },
  {
    rule: 'leak.token',
    when: long(34, 'sk'),
    pattern: /(?<![a-z0-9])SK[a-f0-9]{32}(?![a-z0-9])/gi,
  },
  { rule: 'leak.token', when: long(32, ':'), pattern: /(?<![a-z0-9])AC[a-f0-9]{32}:[a-f0-9]{32}/gi },
  { rule: 'leak.token', when: long(34, ':aa'), cost: 0.2, pattern: /(?<!\d)\d{8,10}:AA[\w-]{32,35}/gi },
  { rule: 'leak.token', when: long(64, 'pat'), pattern: /(?<![a-z0-9])pat[a-z0-9]{14}\.[a-f0-9]{64}/gi },
  {
    rule: 'leak.token',
    when: long(29, 're_', 'live_', 'test_'),
    pattern:
      /(?<![a-z0-9])re_[a-z0-9]{8}_[a-z0-9]{20,30}|(?<![a-z0-9])(?:live|test)_[a-z0-9]{35}_[a-z0-9]{20,40}/gi,
    confirms: ([text]) => scattered(text),
  },
  {
    rule: 'leak.token',
    when: long(46, 'aaaaaaaaaaaaaaaa'),
    pattern: /(?<![a-z0-9])A{16,24}[\w%]{30,120}/gi,
    confirms: ([text]) => scattered(text),
  },
  // The client secret of Azure: its only mark is a tilde in a run of this length.
  {
    rule: 'leak.token',
    when: (_, lower) => lower.includes('8q~'),
    pattern: /(?<![\w~-])\w{3}8Q~[\w.~-]{31,34}(?![\w~-])/g,
    confirms: isRandom,
  },
];
