import { redactText, screenText } from '@cux/contracts';
import type { Observation } from '@cux/provider-sdk';
import type { ObservedTree } from '../injected/observe.ts';
import { call } from '../session/isolated-world.ts';
import { type DocumentWorld, hasUnreadFrames, type PageTarget } from '../session/page-target.ts';
import type { References } from './references.ts';

/** Longest name that leaves, in characters. */
const nameBound = 200;

/** A name is a page's own text, and may hold a secret like any other. */
function shownName(quoted: string): string {
  return screenText(quoted).length === 0 ? quoted : JSON.stringify(redactText(unquoted(quoted), nameBound));
}

/** The text between the quotes; an invisible character stays the escape `\u{…}` that it is shown as. */
function unquoted(quoted: string): string {
  const readable = quoted.replace(/\\(\\|u\{)/g, (pair) => (pair === '\\\\' ? pair : '\\\\u{'));
  return String(JSON.parse(readable));
}

/** What one document has told so far. */
interface Told {
  /** Each line's own part and its reference, by number. */
  readonly texts: Map<number, string>;
  /** The lines as they stood last. */
  lines: readonly string[];
}

interface Budget {
  readonly nodes: number;
  readonly bytes: number;
}

/** Observes the documents of a surface; a document tells again only what has changed. */
export class Observer {
  readonly #references: References;
  readonly #told = new WeakMap<DocumentWorld, Told>();
  #generation = 0;
  #turn: Promise<unknown> = Promise.resolve();

  constructor(references: References) {
    this.#references = references;
  }

  /** One at a time: a document tells differences, which have to be put together in their order. */
  observe(target: PageTarget | null, budget: Budget): Promise<Observation> {
    const observation = this.#turn.then(() => this.#observe(target, budget));
    this.#turn = observation.catch(() => undefined);
    return observation;
  }

  /** The page's own document, then the frames that can be read, each within what is left of the budget. */
  async #observe(target: PageTarget | null, budget: Budget): Promise<Observation> {
    this.#generation += 1;
    const generation = this.#generation;
    const parts: string[] = [];
    let { nodes, bytes } = budget;
    let truncated = target !== null && hasUnreadFrames(target);
    for (const world of target?.worlds.values() ?? []) {
      const tree = await this.#look(target as PageTarget, world, { nodes, bytes });
      truncated ||= tree?.truncated ?? true;
      const lines = fitting(tree?.lines ?? [], bytes);
      truncated ||= lines.length < (tree?.lines.length ?? 0);
      if (lines.length > 0) {
        const part = lines.join('\n');
        nodes -= lines.length;
        bytes -= Buffer.byteLength(part) + 1;
        parts.push(part);
      }
    }
    return { tree: parts.join('\n'), truncated, generation };
  }

  async #look(
    target: PageTarget,
    world: DocumentWorld,
    budget: Budget,
  ): Promise<{ readonly lines: readonly string[]; readonly truncated: boolean } | null> {
    const known = this.#told.get(world);
    const whole = known === undefined;
    // Kept only once an answer is here: what got lost on the way is told again.
    this.#told.delete(world);
    const answer = await call<ObservedTree>(target, world, 'observe', [{ ...budget, whole }]);
    if (answer.kind !== 'value') {
      return null;
    }
    const told = known ?? { texts: new Map(), lines: [] };
    const { before, after, ids, depths, fresh, truncated } = answer.value;
    for (const { id, role, name } of fresh) {
      const shown = shownName(name);
      const ref = this.#references.show({ target, world, id }, role, unquoted(shown));
      told.texts.set(id, `${role} ${shown} [ref=${ref}]`);
    }
    const between = ids.map((id, index) => `${indent(depths[index])}${told.texts.get(id)}`);
    const last = told.lines;
    told.lines = [...last.slice(0, before), ...between, ...last.slice(last.length - after)];
    this.#told.set(world, told);
    return { lines: told.lines, truncated };
  }
}

/**
 * As many lines as there is room for, from both ends as in the document's own walk: what stands in place of a secret may be longer
 * than it, which the document does not know.
 */
function fitting(lines: readonly string[], bytes: number): readonly string[] {
  if (Buffer.byteLength(lines.join('\n')) <= bytes) return lines;
  // Between two lines there is one byte.
  let left = bytes + 1;
  let [front, back] = [0, lines.length];
  for (let place = 0; front < back; place += 1) {
    const line = place % 2 === 0 ? lines[front] : lines[back - 1];
    left -= Buffer.byteLength(line ?? '') + 1;
    if (left < 0) break;
    if (place % 2 === 0) front += 1;
    else back -= 1;
  }
  return [...lines.slice(0, front), ...lines.slice(back)];
}

const indents = Array.from({ length: 16 }, (_, depth) => '  '.repeat(depth));

function indent(depth = 0): string {
  return indents[depth] ?? '';
}
