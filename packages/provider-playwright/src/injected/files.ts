import { attributeOf, targetOf } from './dom.ts';
import { check, type NotReady } from './fence.ts';
import { entryOf } from './registry.ts';

/** A file as it travels between host and page. */
interface SentFile {
  readonly name: string;
  readonly mediaType: string;
  readonly base64: string;
}

export type AttachStart =
  | { readonly kind: NotReady }
  /** The element is a field for files. */
  | { readonly kind: 'field' }
  /** It has to be pressed, so that the page opens the chooser of one. */
  | { readonly kind: 'press' };

type FileField = HTMLInputElement & { readonly type: 'file' };

function isFileField(element: unknown): element is FileField {
  return element instanceof HTMLInputElement && element.type === 'file';
}

/** The field of each element that stands for one: itself, what its label is for, or what its press has opened. */
const fieldOf = new WeakMap<Element, FileField>();
let opened: FileField | null = null;

/** First in line on the window: which field's chooser a click opens, whoever clicks it. */
export function hearFileChoosers(): void {
  addEventListener(
    'click',
    (event) => {
      const target = targetOf(event);
      if (isFileField(target)) opened = target;
    },
    { capture: true },
  );
}

export async function beginAttach(id: number): Promise<AttachStart> {
  const checked = await check(id);
  if (checked.kind !== 'ready') {
    return { kind: checked.kind };
  }
  opened = null;
  const { element } = checked.entry;
  const label = element.closest('label');
  const field = isFileField(element) ? element : label?.control;
  if (!isFileField(field)) {
    return { kind: 'press' };
  }
  fieldOf.set(element, field);
  return { kind: 'field' };
}

/** Whether the press of this element has opened the chooser of a field. */
export function chooserOpened(id: number): boolean {
  const element = entryOf(id)?.element;
  if (element === undefined || opened === null) {
    return false;
  }
  fieldOf.set(element, opened);
  return true;
}

function fileOf({ name, mediaType, base64 }: SentFile): File {
  const bytes = Uint8Array.from(atob(base64), (character) => character.charCodeAt(0));
  return new File([bytes], name, { type: mediaType });
}

/** Puts the files in, in place of those that are there, as a person's choice does. */
export function putFiles(id: number, files: readonly SentFile[]): 'done' | NotReady {
  const element = entryOf(id)?.element;
  const field = element === undefined ? undefined : fieldOf.get(element);
  if (field === undefined) {
    return 'stale';
  }
  if (field.disabled || (files.length > 1 && attributeOf(field, 'multiple') === null)) {
    return 'disabled';
  }
  const transfer = new DataTransfer();
  for (const file of files) {
    transfer.items.add(fileOf(file));
  }
  field.files = transfer.files;
  field.dispatchEvent(new Event('input', { bubbles: true, composed: true }));
  field.dispatchEvent(new Event('change', { bubbles: true }));
  return 'done';
}

/** What the field of this element holds, with its bytes; null when it stands for none. Its answer stays in the host. */
export async function heldFiles(id: number): Promise<readonly SentFile[] | null> {
  const element = entryOf(id)?.element;
  const field = isFileField(element) ? element : element === undefined ? undefined : fieldOf.get(element);
  if (field === undefined) {
    return null;
  }
  return Promise.all(Array.from(field.files ?? [], sentOf));
}

function sentOf(file: File): Promise<SentFile> {
  return new Promise((done, failed) => {
    const reader = new FileReader();
    reader.onerror = () => failed(new Error('the file could not be read'));
    reader.onload = () => {
      const [, base64 = ''] = String(reader.result).split(',', 2);
      done({ name: file.name, mediaType: file.type, base64 });
    };
    reader.readAsDataURL(file);
  });
}
