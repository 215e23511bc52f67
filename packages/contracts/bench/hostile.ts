import { judgeReceipt, screenText } from '../src/index.ts';
import { withLabel } from './records.ts';
import { timeInRounds } from './rounds.ts';

/** What is repeated: openings of secrets, encodings and runs that make a careless pattern go back. */
export const hostileUnits: readonly string[] = [
  ...[
    'a',
    ' ',
    'QUJD',
    'AAAA',
    'password',
    'password: ',
    'drowssap',
    'cnffjbeq',
    '<div>',
    '4111 ',
    'DE89 ',
    '41',
  ],
  ...[
    '%41',
    '=41',
    '\\u0041',
    '&#65;',
    'a\u200b',
    'A\u0336',
    '\ufe0f',
    'пароль ',
    '密码 ',
    '日本語 ',
    'https://',
  ],
  ...['a=bbbbbbbb;', '-----BEGIN ', 'eyJaaaaaaaa.', 'eyJ.', '"name":"a","value":"bbbbb"', 'name="a" value="'],
  ...[
    'aws key ',
    'secret_',
    'token ',
    'key key ',
    'TRUE / TRUE 1 ',
    '?token=a&',
    '://a:',
    'bearer ',
    'cookie: a=',
  ],
  ...[
    'sid="',
    '-b ',
    'data:,',
    'otp ',
    'ghp_',
    'a.',
    'a b ',
    '"a"+"b"',
    'session=1',
    '/login/',
    '1 is your ',
    'x@y ',
  ],
];

export const cleanUnit =
  'The harbour opened two hours early on Friday, and the council voted to keep the library open until May. ';

/** One unit: milliseconds until the verdict on a record with such a label, and the screen's time of a clean text's. */
export interface HostileRow {
  readonly unit: string;
  readonly judged: number;
  readonly screened: number;
}

/** 60 KB of each unit, as a label of a receipt and as a text alone; the slowest first. */
export async function timeHostile(): Promise<readonly HostileRow[]> {
  const cleanText = cleanUnit.repeat(Math.floor(60_000 / cleanUnit.length));
  const rows: HostileRow[] = [];
  for (const unit of [cleanUnit, ...hostileUnits]) {
    const arrived = withLabel(unit);
    const text = unit.repeat(Math.floor(60_000 / unit.length));
    const [judged, clean, screened] = await timeInRounds(
      {
        judged: () => judgeReceipt(arrived),
        clean: () => screenText(cleanText),
        screened: () => screenText(text),
      },
      3,
      20e6,
    );
    rows.push({
      unit: unit === cleanUnit ? 'a clean sentence' : JSON.stringify(unit),
      judged: (judged?.median ?? Number.NaN) / 1_000,
      screened: (screened?.median ?? Number.NaN) / (clean?.median ?? Number.NaN),
    });
  }
  return rows.sort((left, right) => right.screened - left.screened);
}
