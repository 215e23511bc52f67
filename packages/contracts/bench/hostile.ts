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

/** How much longer a hostile text takes than a clean one of the same length, judged and screened alone. */
export async function timeHostile(): Promise<
  readonly (readonly [unit: string, judged: number, screened: number])[]
> {
  const rows: (readonly [string, number, number])[] = [];
  for (const unit of hostileUnits) {
    const [clean, hostile] = [withLabel(cleanUnit), withLabel(unit)];
    const [cleanText, hostileText] = [
      cleanUnit.repeat(60_000 / cleanUnit.length),
      unit.repeat(60_000 / unit.length),
    ];
    const [judgedClean, judged, screenedClean, screened] = await timeInRounds(
      {
        clean: () => judgeReceipt(clean),
        hostile: () => judgeReceipt(hostile),
        'clean text': () => screenText(cleanText),
        'hostile text': () => screenText(hostileText),
      },
      3,
    );
    rows.push([
      JSON.stringify(unit),
      (judged?.median ?? Number.NaN) / (judgedClean?.median ?? Number.NaN),
      (screened?.median ?? Number.NaN) / (screenedClean?.median ?? Number.NaN),
    ]);
  }
  return rows.sort((left, right) => right[1] - left[1]);
}
