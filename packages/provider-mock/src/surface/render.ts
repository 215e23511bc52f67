import { redactText, screenText } from '@cux/contracts';
import type { CapturedEvidence, Observation } from '@cux/provider-sdk';
import type { ElementState } from '../browser/element-state.ts';
import type { MockBrowser } from '../browser/mock-browser.ts';
import { visibleElements } from './find-element.ts';

const lineHeight = 24;
const longestName = 200;

/** `role "name" [ref=eN]`, one line a node, within the budget; never a value. */
export function observeTree(
  browser: MockBrowser,
  budget: { readonly nodes: number; readonly bytes: number },
  generation: number,
): Observation {
  const lines: string[] = [];
  let bytes = 0;
  const nodes = nodesOf(browser);
  for (const { role, name, ref } of nodes) {
    const line = `${role} ${JSON.stringify(shown(name))} [ref=${ref}]`;
    bytes += Buffer.byteLength(line) + 1;
    if (lines.length >= budget.nodes || bytes > budget.bytes) break;
    lines.push(line);
  }
  const cut = nodes.some(({ name }) => name.length > longestName);
  return { tree: lines.join('\n'), truncated: cut || lines.length < nodes.length, generation };
}

/** A drawing of the state: what is there, whether a field holds something, and what lies above. Values are masked. */
export function drawScreen(
  browser: MockBrowser,
  viewport: { readonly width: number; readonly height: number },
): CapturedEvidence {
  const lines = [
    ...(browser.dialog === null ? [] : [`native ${browser.dialog}`]),
    ...(browser.document?.openModals() ?? []).map(
      ({ presentation, name }) => `${presentation}: ${name ?? ''}`,
    ),
    ...(browser.document === null ? [] : visibleElements(browser.document).map(describe)),
  ];
  const rows = lines.map((line, index) => {
    const y = (index + 1) * lineHeight;
    return `<text x="16" y="${y}">${escapeXml(shown(line))}</text>`;
  });
  const size = `width="${viewport.width}" height="${viewport.height}"`;
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" ${size} font-family="monospace" font-size="14">${rows.join('')}</svg>`;
  return {
    evidenceClass: 'screenshot',
    bytes: new TextEncoder().encode(svg),
    mediaType: 'image/svg+xml',
    redacted: true,
  };
}

export function accessibilitySnapshot(browser: MockBrowser): CapturedEvidence {
  const { tree } = observeTree(browser, { nodes: 2_000, bytes: 200_000 }, 0);
  return {
    evidenceClass: 'accessibility_snapshot',
    bytes: new TextEncoder().encode(tree === '' ? '(empty)' : tree),
    mediaType: 'text/plain; charset=utf-8',
    redacted: true,
  };
}

function nodesOf({ document, references }: MockBrowser) {
  if (document === null) return [];
  const ref = (id: string) => references.give({ generation: document.generation, id });
  return [
    ...document.openModals().map(({ id, role, name }) => ({
      role: role ?? 'generic',
      name: name ?? '',
      ref: ref(id),
    })),
    ...visibleElements(document).map(({ declared, name }) => ({
      role: declared.role,
      name,
      ref: ref(declared.id),
    })),
  ];
}

function describe({ declared, name, value, checked, disabled }: ElementState): string {
  const held = declared.control === 'toggle' ? checked : value !== '';
  const isField = !['static', 'button'].includes(declared.control);
  const marks = [isField ? (held ? '[held]' : '[empty]') : '', disabled ? '[disabled]' : ''];
  return [declared.role, name, ...marks].filter((part) => part !== '').join(' ');
}

/** Bounded; a text that holds a secret goes through the redaction exit. */
function shown(text: string): string {
  return screenText(text).length === 0 ? text.slice(0, longestName) : redactText(text, longestName);
}

function escapeXml(text: string): string {
  const entities: Readonly<Record<string, string>> = {
    '&': '&amp;',
    '<': '&lt;',
    '>': '&gt;',
    '"': '&quot;',
  };
  return text.replaceAll(/[&<>"]/g, (character) => entities[character] ?? '').replaceAll(/\p{Cc}/gu, ' ');
}
