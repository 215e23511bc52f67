import { redactText } from '@cux/contracts';
import type { CapturedEvidence, Observation } from '@cux/provider-sdk';
import { elementsOf } from './elements.ts';
import type { OpenForm } from './form-session.ts';

/** One line an element, within the budget; never a value. */
export function observe(
  open: OpenForm | null,
  budget: { readonly nodes: number; readonly bytes: number },
  generation: number,
): Observation {
  const all =
    open === null
      ? []
      : elementsOf(open).map(
          ({ role, name, ref }) => `${role} ${JSON.stringify(redactText(name, 200))} [ref=${ref}]`,
        );
  const lines: string[] = [];
  let bytes = 0;
  for (const line of all) {
    bytes += Buffer.byteLength(line) + 1;
    if (lines.length >= budget.nodes || bytes > budget.bytes) break;
    lines.push(line);
  }
  return { tree: lines.join('\n'), truncated: lines.length < all.length, generation };
}

/** What the form shows, and which of its fields hold something; never what they hold. */
export function snapshot(open: OpenForm | null): CapturedEvidence {
  const lines =
    open === null
      ? ['(nothing is open)']
      : elementsOf(open).map(({ role, name }) => {
          const value = open.values.get(name);
          const mark =
            value === undefined || role === 'button' || role === 'heading'
              ? ''
              : value === ''
                ? ' [empty]'
                : ' [held]';
          return `${role} ${JSON.stringify(redactText(name, 200))}${mark}`;
        });
  return {
    evidenceClass: 'accessibility_snapshot',
    bytes: new TextEncoder().encode(lines.join('\n')),
    mediaType: 'text/plain; charset=utf-8',
    redacted: true,
  };
}
