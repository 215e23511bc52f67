type Token = { readonly kind: 'literal'; readonly unit: string } | { readonly kind: 'integer' | 'segment' };

const placeholders = ['integer', 'segment'] as const;

function tokensOf(template: string): readonly Token[] {
  const tokens: Token[] = [];
  let index = 0;
  while (index < template.length) {
    const placeholder = placeholders.find((kind) => template.startsWith(`{${kind}}`, index));
    if (placeholder === undefined) {
      tokens.push({ kind: 'literal', unit: template.charAt(index) });
      index += 1;
    } else {
      tokens.push({ kind: placeholder });
      index += placeholder.length + 2;
    }
  }
  return tokens;
}

/** Whether a text is a template of more than itself. */
export function holdsPlaceholder(template: string): boolean {
  return tokensOf(template).some(({ kind }) => kind !== 'literal');
}

function accepts(token: Token, unit: string): boolean {
  if (token.kind === 'literal') return token.unit === unit;
  return token.kind === 'integer' ? unit >= '0' && unit <= '9' : unit !== '/';
}

/**
 * Whether the whole text is an instance of the template: `{integer}` is one or more digits, `{segment}` one or
 * more characters other than `/`, everything else is literal. All readings are followed at once, so the time
 * is linear in the text whatever the template is: nothing backtracks.
 */
export function matchesTemplate(template: string, text: string): boolean {
  const tokens = tokensOf(template);
  let waiting = new Set<number>([0]);
  let inside = new Set<number>();
  for (const unit of text.split('')) {
    const nextWaiting = new Set<number>();
    const nextInside = new Set<number>();
    for (const index of [...waiting, ...inside]) {
      const token = tokens[index];
      if (token === undefined || !accepts(token, unit)) continue;
      nextWaiting.add(index + 1);
      if (token.kind !== 'literal') nextInside.add(index);
    }
    if (nextWaiting.size === 0) return false;
    waiting = nextWaiting;
    inside = nextInside;
  }
  return waiting.has(tokens.length);
}

/** Whether some unit of text is an instance of both tokens. */
function share(left: Token, right: Token): boolean {
  if (left.kind === 'literal') return accepts(right, left.unit);
  if (right.kind === 'literal') return accepts(left, right.unit);
  // Two placeholders: a digit is an instance of either.
  return true;
}

/** Where a token leads once it has taken a unit: to the next one, and a placeholder also back to itself. */
function nextOf(token: Token, index: number): readonly number[] {
  return token.kind === 'literal' ? [index + 1] : [index, index + 1];
}

/** Whether some text is an instance of both templates. Time: the product of their lengths. */
export function templatesMeet(left: string, right: string): boolean {
  const [ofLeft, ofRight] = [tokensOf(left), tokensOf(right)];
  const seen = new Set<number>();
  const waiting: (readonly [number, number])[] = [[0, 0]];
  for (let at = waiting.pop(); at !== undefined; at = waiting.pop()) {
    const [inLeft, inRight] = at;
    const [one, other] = [ofLeft[inLeft], ofRight[inRight]];
    if (one === undefined && other === undefined) return true;
    const key = inLeft * (ofRight.length + 1) + inRight;
    if (one === undefined || other === undefined || seen.has(key) || !share(one, other)) continue;
    seen.add(key);
    for (const nextLeft of nextOf(one, inLeft)) {
      for (const nextRight of nextOf(other, inRight)) waiting.push([nextLeft, nextRight]);
    }
  }
  return false;
}
