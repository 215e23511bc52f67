/** Letters of other scripts that are drawn like a Latin one. A sample of kinds: enough for a fixture to have them. */
const drawnAlike: Readonly<Record<string, string>> = {
  а: 'a',
  е: 'e',
  о: 'o',
  р: 'p',
  с: 'c',
  у: 'y',
  х: 'x',
  і: 'i',
  ј: 'j',
  ѕ: 's',
  һ: 'h',
  ԁ: 'd',
  ӏ: 'l',
  Ь: 'b',
  А: 'A',
  В: 'B',
  Е: 'E',
  К: 'K',
  М: 'M',
  Н: 'H',
  О: 'O',
  Р: 'P',
  С: 'C',
  Т: 'T',
  Х: 'X',
  І: 'I',
  Ј: 'J',
  Ѕ: 'S',
  α: 'a',
  ο: 'o',
  ρ: 'p',
  ν: 'v',
  ι: 'i',
  Α: 'A',
  Β: 'B',
  Ε: 'E',
  Ζ: 'Z',
  Η: 'H',
  Ι: 'I',
  Κ: 'K',
  Μ: 'M',
  Ν: 'N',
  Ο: 'O',
  Ρ: 'P',
  Τ: 'T',
  Χ: 'X',
};

/** What a name looks like: compatibility forms folded, invisible characters gone, alike letters made one. */
function drawn(name: string): string {
  const visible = name.normalize('NFKC').replaceAll(/[\p{Cf}\p{Cc}\p{Mn}]/gu, '');
  return [...visible]
    .map((letter) => drawnAlike[letter] ?? letter)
    .join('')
    .replaceAll(/\s+/g, ' ')
    .trim();
}

/** Two names that are drawn the same and are not the same. */
export function looksAlike(wanted: string, name: string): boolean {
  return wanted !== name && drawn(wanted) === drawn(name);
}
