import { type Annex, type Digest, digestOf, targetRoleSchema } from '@cux/contracts';
import type { ElementRef, Surface } from '../surface/surface.ts';
import type { AgentAction } from './agent-action.ts';
import type { ExpectedField } from './expected-value.ts';

interface Field extends ExpectedField {
  readonly ref: string;
  /** When it was last looked at. */
  held: boolean;
}

/**
 * What a session has put into the fields of a page, by the element that got it: read back after each input, and
 * once more before anything that was approved. It outlives an attempt, and not its page.
 */
export class AgentDraft {
  readonly #fields = new Map<string, Field>();
  /** Fields of documents that are gone, by whether they held their value when they were last looked at. */
  #left = { held: 0, lost: 0 };

  /** Notes what was typed or chosen. False for an action that leaves nothing in a field. */
  put(action: AgentAction, { ref, role, name }: ElementRef): boolean {
    const expected = expectedOf(action);
    const named = targetRoleSchema.safeParse(role);
    if (expected === null || !named.success || name === '') return false;
    this.#fields.set(ref, { ref, target: { role: named.data, name }, expected, held: false });
    return true;
  }

  /** Reads back all that is still on the screen. */
  async count(surface: Pick<Surface, 'holds'>): Promise<void> {
    for (const field of this.#fields.values()) {
      field.held = (await surface.holds(field.target, field.expected)) === 'held';
    }
  }

  /** What stood in a document that has gone can be read no longer: it counts as it was seen last. */
  async leaveGone(surface: Pick<Surface, 'lookup'>): Promise<void> {
    for (const [ref, field] of this.#fields) {
      if ((await surface.lookup(ref)).kind !== 'stale') continue;
      this.#fields.delete(ref);
      if (field.held) this.#left.held += 1;
      else this.#left.lost += 1;
    }
  }

  clear(): void {
    this.#fields.clear();
    this.#left = { held: 0, lost: 0 };
  }

  /** Whether the field that this action was for did not keep what it was given. */
  lostOf(action: AgentAction): boolean {
    if (!('ref' in action) || action.ref === null || expectedOf(action) === null) return false;
    return this.#fields.get(action.ref)?.held === false;
  }

  /** The fields that are still on the screen, as a read-back wants them. */
  fields(): ReadonlyMap<string, ExpectedField> {
    return this.#fields;
  }

  /** Everything on the screen still holds what it was given; also where nothing was typed. */
  get intact(): boolean {
    return [...this.#fields.values()].every(({ held }) => held);
  }

  counted(): Annex['draft'] {
    const expected = this.#fields.size + this.#left.held + this.#left.lost;
    if (expected === 0) return null;
    const held = [...this.#fields.values()].filter((field) => field.held).length + this.#left.held;
    return { fields_expected: expected, fields_held: held };
  }

  get held(): boolean {
    const counted = this.counted();
    return counted !== null && counted.fields_held === counted.fields_expected;
  }

  /** Over every field and its value, in the order in which they were first filled: never a value itself. */
  digest(): Digest {
    const fields = [...this.#fields.values()].map(({ ref, target, expected }) => ({ ref, target, expected }));
    return digestOf('cux/agent-draft', { fields, left: this.#left });
  }
}

function expectedOf(action: AgentAction): ExpectedField['expected'] | null {
  if (action.kind === 'type_text') return { kind: 'text', value: action.text };
  return action.kind === 'select_option' ? { kind: 'option', label: action.option } : null;
}
