/** Letters of other scripts that read as a Latin letter. Used to report a lookalike, never to choose one. */
const confusable: Readonly<Record<string, string>> = {
  а: 'a',
  в: 'b',
  е: 'e',
  з: '3',
  і: 'i',
  ї: 'i',
  ј: 'j',
  к: 'k',
  м: 'm',
  н: 'h',
  о: 'o',
  р: 'p',
  с: 'c',
  т: 't',
  у: 'y',
  х: 'x',
  ѕ: 's',
  ԁ: 'd',
  ԛ: 'q',
  ԝ: 'w',
  ь: 'b',
  һ: 'h',
  ӏ: 'l',
  α: 'a',
  β: 'b',
  γ: 'y',
  ε: 'e',
  η: 'n',
  ι: 'i',
  κ: 'k',
  μ: 'u',
  ν: 'v',
  ο: 'o',
  ρ: 'p',
  σ: 'o',
  τ: 't',
  υ: 'u',
  χ: 'x',
  ω: 'w',
  ı: 'i',
  ɡ: 'g',
  ʟ: 'l',
  օ: 'o',
  ո: 'n',
  ս: 'u',
  հ: 'h',
  ց: 'g',
  ⅼ: 'l',
  '0': 'o',
  '1': 'l',
  '|': 'l',
};

function skeletonOf(name: string): string {
  const folded = name
    .normalize('NFKD')
    .replace(/[\p{Cf}\p{Mn}\p{Cc}]/gu, '')
    .toLowerCase()
    .replace(/[\s\p{Zs}]+/gu, '');
  return Array.from(folded, (letter) => confusable[letter] ?? letter).join('');
}

/** Whether a person could take `name` for `wanted`. */
export function looksLike(name: string, wanted: string): boolean {
  const bound = wanted.length * 4 + 32;
  if (name === '' || name.length > bound) {
    return false;
  }
  const [mine, theirs] = [skeletonOf(name), skeletonOf(wanted)];
  if (theirs === '') {
    return false;
  }
  return (
    mine === theirs ||
    (/[\u202D\u202E\u2066-\u2068]/u.test(name) && Array.from(mine).reverse().join('') === theirs)
  );
}
