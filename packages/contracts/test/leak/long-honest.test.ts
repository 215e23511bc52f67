import { describe, expect, it } from 'vitest';
import { judgeRecord, redactText, screenText } from '../../src/index.ts';
import { honestRecords } from '../support/public-records.ts';
import { Letters } from './corpus/random.ts';

/** The longest text that a record holds: the tree of an observation. */
const longest = 24_576;

function lines(line: (index: number) => string): string {
  let text = '';
  for (let index = 0; text.length < longest; index += 1) text += `${line(index)}\n`;
  return text.slice(0, text.lastIndexOf('\n', longest));
}

const letters = new Letters(11);

const pages: Readonly<Record<string, string>> = {
  'a page of news': lines((index) => `- heading "Harbour opens two hours early" [level=2] [ref=e${index}]`),
  'short lines': lines((index) => `- text "Row ${index}"`),
  'links and their addresses': lines(
    (index) =>
      `- link "Read more" [ref=e${index}]: /url: https://newsroom.example/articles/${index}?page=2&sort=desc#part-3`,
  ),
  'digests and ids': lines(() => `- cell "sha256:${letters.hex(64)}"`),
  'a log': lines(
    (index) =>
      `2026-11-30T14:02:${10 + (index % 50)}.123Z info request=${letters.hex(8)} status=200 took=${index}ms`,
  ),
  'settings of accounts': lines(
    (index) =>
      `- button "Reset password" [ref=e${index}]\n- textbox "New password" [ref=e${index}1]\n- text "Two-factor: off"`,
  ),
  'a table of numbers': lines(
    (index) => `| ${index} | 1,204.50 | 2026-11-${10 + (index % 20)} | 98 % | +41 44 668 18 00 |`,
  ),
  'code in a page': lines(
    (index) => `- text "const row_${index} = rows.filter(({ id }) => id !== \\"a-${index}\\");"`,
  ),
  Russian: lines(
    () =>
      '- paragraph: Гавань открылась в пятницу на два часа раньше, и совет решил не закрывать библиотеку.',
  ),
  'Russian accounts': lines((index) => `- button "Сменить пароль" [ref=e${index}]`),
  Greek: lines(() => '- paragraph: Το λιμάνι άνοιξε την Παρασκευή δύο ώρες νωρίτερα.'),
  Japanese: lines((index) => `- listitem "港は金曜日に二時間早く開いた" [ref=e${index}]`),
  'Japanese accounts': lines((index) => `- textbox "パスワード（８文字以上）" [ref=e${index}]`),
  Chinese: lines((index) => `- link "港口周五提前两小时开放" [ref=e${index}]`),
  Arabic: lines(() => '- paragraph: فتح الميناء يوم الجمعة قبل ساعتين من الموعد.'),
  Hindi: lines(() => '- paragraph: बंदरगाह शुक्रवार को दो घंटे पहले खुला।'),
  Vietnamese: lines(() => '- paragraph: Cảng mở cửa sớm hai giờ vào thứ Sáu.'),
  emoji: lines((index) => `- button "👩‍👩‍👧 Family 🎉 ${index}"`),
};

describe('an honest page of the greatest length', () => {
  it.each(Object.entries(pages))('is not refused: %s', (_, page) => {
    expect(page.length).toBeGreaterThan(longest - 300);
    expect(screenText(page)).toEqual([]);
  });

  it('may stand in an observation, and comes out as it was', () => {
    const tree = pages['a page of news'] ?? '';
    const record = new TextEncoder().encode(JSON.stringify({ ...honestRecords.cux_observation_v1, tree }));
    expect(judgeRecord('cux_observation_v1', record).ok).toBe(true);
    expect(redactText(tree, longest)).toBe(tree.replace(/\s+/g, ' '));
  });
});
