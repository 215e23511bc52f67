import type { PageTarget } from '../session/page-target.ts';

/** A rectangle of the viewport, in CSS pixels. */
export interface Box {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
}

export interface ShownText {
  readonly text: string;
  readonly box: Box;
}

/** What can be read in a picture of the viewport, and where something is shown that cannot be read. */
export interface ShownTexts {
  readonly texts: readonly ShownText[];
  readonly unreadable: readonly Box[];
}

type Snapshot = Awaited<ReturnType<typeof takeSnapshot>>;
type SnapshotDocument = Snapshot['documents'][number];

/** Elements that show a document of their own. One without a document here is another process's: closed to us. */
const embedding = new Set(['IFRAME', 'FRAME', 'EMBED', 'OBJECT']);

async function takeSnapshot({ channel }: PageTarget) {
  return channel.send('DOMSnapshot.captureSnapshot', { computedStyles: ['visibility'] });
}

function rareValues(data: { index: number[]; value: number[] } | undefined): ReadonlyMap<number, number> {
  return new Map(data?.index.map((node, at) => [node, data.value[at] ?? -1]));
}

/** Reads one document of a snapshot, and those in its frames. */
class SnapshotReader {
  readonly texts: ShownText[] = [];
  readonly unreadable: Box[] = [];
  readonly #snapshot: Snapshot;
  readonly #viewport: { readonly width: number; readonly height: number };

  constructor(snapshot: Snapshot, viewport: { readonly width: number; readonly height: number }) {
    this.#snapshot = snapshot;
    this.#viewport = viewport;
  }

  read(index: number, left: number, top: number): void {
    const document = this.#snapshot.documents[index];
    if (document === undefined) return;
    const frames = rareValues(document.nodes.contentDocumentIndex);
    const values = [rareValues(document.nodes.inputValue), rareValues(document.nodes.textValue)];
    document.layout.nodeIndex.forEach((node, at) => {
      const box = this.#boxAt(document, at, left, top);
      if (box === null || this.#text(document.layout.styles[at]?.[0]) === 'hidden') return;
      this.#take(this.#text(document.layout.text[at]), box);
      for (const value of values) this.#take(this.#text(value.get(node)), box);
      const inner = frames.get(node);
      if (inner !== undefined) this.read(inner, box.x, box.y);
      else if (embedding.has(this.#text(document.nodes.nodeName?.[node]))) this.unreadable.push(box);
    });
  }

  #take(text: string, box: Box): void {
    if (text.trim() !== '') this.texts.push({ text, box });
  }

  #text(index: number | undefined): string {
    return index === undefined || index < 0 ? '' : (this.#snapshot.strings[index] ?? '');
  }

  /** Null when no part of it lies in the viewport. */
  #boxAt(document: SnapshotDocument, at: number, left: number, top: number): Box | null {
    const [x = 0, y = 0, width = 0, height = 0] = document.layout.bounds[at] ?? [];
    const box = {
      x: x - (document.scrollOffsetX ?? 0) + left,
      y: y - (document.scrollOffsetY ?? 0) + top,
      width,
      height,
    };
    const outside =
      box.x >= this.#viewport.width ||
      box.y >= this.#viewport.height ||
      box.x + width <= 0 ||
      box.y + height <= 0;
    return outside || width <= 0 || height <= 0 ? null : box;
  }
}

/**
 * The text that a picture of the viewport would show, with the values of fields, as the engine has laid it out: in
 * every frame that can be read and in every shadow root, closed ones included. Pictures in the page are not read. Null
 * when the page does not answer.
 */
export async function shownTexts(target: PageTarget): Promise<ShownTexts | null> {
  const answer = await target.guarded(takeSnapshot(target), null);
  const viewport = target.page.viewportSize();
  if (answer.kind !== 'value' || viewport === null) {
    return null;
  }
  const reader = new SnapshotReader(answer.value, viewport);
  reader.read(0, 0, 0);
  return reader;
}
