import type { BlockerCode, EvidenceClass, PlanFile, Target } from '@cux/contracts';
import type { LiveView } from './live-view.ts';

/**
 * A fenced reference to one element: document generation + node identity + role + raw name + effect
 * (design §6, Targets). Opaque to the driver; checked again in a world the page cannot forge, right before use.
 */
export interface ElementRef {
  readonly ref: string;
  /** The ARIA role; from a resolution one that a plan may name, from an observation any. */
  readonly role: string;
  /** From a resolution the raw accessible name, code point by code point; from an observation what it showed. */
  readonly name: string;
  /** The origin of the document that it is in, where that is another than the page's own: of a frame of another site. */
  readonly origin?: string | undefined;
}

/** What a reference of an observation stands for, as far as the host knows without asking the page. */
export type Lookup =
  | { readonly kind: 'found'; readonly element: ElementRef }
  /** Its document is no longer the one on the screen. */
  | { readonly kind: 'stale' }
  /** No observation of this surface has given it out. */
  | { readonly kind: 'unknown' };

export type Resolution =
  | { readonly kind: 'found'; readonly element: ElementRef }
  | { readonly kind: 'missing' }
  | { readonly kind: 'ambiguous'; readonly count: number }
  /** Nothing matches exactly, and something only differs in characters that look alike or are invisible. */
  | { readonly kind: 'lookalike' }
  /** It may be in a frame where nothing can be checked: nothing is done there. */
  | { readonly kind: 'unreachable' };

/** Whether an element may be acted on now. Everything but `ready` is a stop. */
export type Readiness =
  | { readonly kind: 'ready' }
  /** Another element would get the pointer: an overlay, a frame, the host of a closed shadow root. */
  | { readonly kind: 'covered' }
  | { readonly kind: 'stale' }
  | { readonly kind: 'disabled' }
  | { readonly kind: 'hidden' }
  /** Still moving after the stability wait. */
  | { readonly kind: 'moving' };

/** What a check is for: to know, or because a press of exactly this element is about to follow. */
export type Intent = 'look' | 'press';

export type ActionOutcome =
  | { readonly kind: 'done' }
  | { readonly kind: 'refused'; readonly readiness: Exclude<Readiness, { kind: 'ready' }> }
  /** The input was sent and what came of it is not known (deadline, target gone). Never sent again. */
  | { readonly kind: 'outcome_unknown' }
  /** Nothing was sent; the target or engine is gone. */
  | { readonly kind: 'lost' };

/** A file that the host hands in: never read from a path that a plan or a page names. */
export interface AttachedFile {
  readonly name: string;
  readonly mediaType: string;
  readonly bytes: Uint8Array;
}

/** Something on the screen that may have to stop the attempt. A fact; the driver compares it with the plan. */
export interface StopSign {
  readonly code: BlockerCode;
  /** Role and raw name of the thing, where it has them: compared with known modals. Page-controlled text. */
  readonly role: string | null;
  readonly name: string | null;
  readonly dialogKind?: 'alert' | 'confirm' | 'prompt' | 'beforeunload';
}

export interface OpenOutcome {
  /** `stopped`: a sign (for example a dialog during load) came before the page was ready. */
  readonly kind: 'reached' | 'stopped' | 'failed';
}

export interface Observation {
  /** Bounded tree, one line a node: `role "name" [ref=e12]`. No values, no hidden fields, no addresses. */
  readonly tree: string;
  readonly truncated: boolean;
  /** Rises with each observation of this surface. */
  readonly generation: number;
}

export interface CapturedEvidence {
  readonly evidenceClass: EvidenceClass;
  readonly bytes: Uint8Array;
  readonly mediaType: string;
  /** True when field values and secrets were masked or cannot be in it. */
  readonly redacted: boolean;
}

/** A person's hands on the same session, under the guard's human profile. */
export interface Takeover {
  /** Types as a person would; used by a host that plays or forwards a person. Text is never logged. */
  type(target: Target, text: string): Promise<ActionOutcome>;
  press(target: Target): Promise<ActionOutcome>;
  screenshot(): Promise<Uint8Array>;
  /** The Screen as a moving picture with the person's own pointer and keys; null where the engine cannot show itself. */
  readonly live: LiveView | null;
  /** Path and query-free address of the page, for the host to see where the person is. */
  location(): Promise<{ readonly origin: string; readonly path: string } | null>;
  release(): Promise<void>;
}

/**
 * The small port that an engine implements (design §6). All methods answer with values; they throw
 * `ProviderFault` only when the engine itself is gone. None retries, dismisses or re-resolves by itself.
 */
export interface Surface {
  open(url: string, timeoutMs: number): Promise<OpenOutcome>;
  /** Origin and path of the active target, never its query. Null when there is none. */
  location(): Promise<{ readonly origin: string; readonly path: string } | null>;
  /** The part of the address that matches a template's `{integer}` or `{segment}`; the rest never leaves. */
  matchAddress(template: string): Promise<string | null>;
  observe(budget: { readonly nodes: number; readonly bytes: number }): Promise<Observation>;
  /**
   * The element of a reference (`e12`) that an observation gave out. The page is not asked: whether it is still that
   * element is checked by whatever acts on it, and no other element ever takes its place.
   */
  lookup(ref: string): Promise<Lookup>;
  resolve(target: Target): Promise<Resolution>;
  /** Whether both are the same node, or one lies in the other: pressing the one may press the other. */
  overlaps(element: ElementRef, other: ElementRef): Promise<boolean>;
  /**
   * Hit test included: the element's own point, per shadow root and frame. With the intent to press, an engine may send
   * the pointer to it, so that what the page does about that is seen before anybody commits.
   */
  readiness(element: ElementRef, intent?: Intent): Promise<Readiness>;
  /** Every sign on the screen right now, worst first. */
  stopSigns(): Promise<readonly StopSign[]>;
  /** Puts the whole text in; never presses Enter. */
  fill(element: ElementRef, value: string): Promise<ActionOutcome>;
  /** Chooses the option whose visible label is exactly this. */
  select(element: ElementRef, optionLabel: string): Promise<ActionOutcome>;
  setChecked(element: ElementRef, checked: boolean): Promise<ActionOutcome>;
  /**
   * Puts exactly these files into a file field, or into the field whose chooser the element opens when it is pressed. For
   * engines that can; without, a plan with files stops.
   */
  attach?(element: ElementRef, files: readonly AttachedFile[]): Promise<ActionOutcome>;
  /** One trusted press: re-checks identity and hit at pointer-down; after pointer-down never again. */
  press(element: ElementRef, timeoutMs: number): Promise<ActionOutcome>;
  /** Whether the element (of any kind) holds exactly this value. The value itself never leaves the provider. */
  holds(
    target: Target,
    expected:
      | { readonly kind: 'text'; readonly value: string }
      | { readonly kind: 'option'; readonly label: string }
      | { readonly kind: 'checked'; readonly checked: boolean }
      | { readonly kind: 'files'; readonly files: readonly PlanFile[] },
  ): Promise<'held' | 'not_held' | 'gone'>;
  /**
   * Holds back what the page has set itself to do later than a second after an input, in answer to it; or lets it happen.
   * While it is held, what a field holds depends on the plan and not on how fast the machine is. For engines that can:
   * without, such a field is told as what it held when it was read.
   */
  holdLateAnswers?(hold: boolean): Promise<void>;
  scroll(element: ElementRef): Promise<ActionOutcome>;
  /**
   * Presses keys one after the other (`Enter`, `Control+a`): on the element, which gets the focus and is checked as for a
   * press; or on the page as a whole (null), where they are heard by its scripts and activate and type nothing.
   */
  keypress(element: ElementRef | null, keys: readonly string[], timeoutMs: number): Promise<ActionOutcome>;
  /** Scrolls what scrolls around the element, or the page (null), by logical pixels; to the right and down are positive. */
  scrollBy(
    element: ElementRef | null,
    by: { readonly x: number; readonly y: number },
  ): Promise<ActionOutcome>;
  /** Stable labels of open targets (`t1`, `t2`, … as they were opened, none used twice); the first is the active one. */
  targets(): Promise<readonly string[]>;
  switchTarget(label: string): Promise<ActionOutcome>;
  closeTarget(label: string): Promise<ActionOutcome>;
  /** Whether a target that nobody asked for has opened since the session began. */
  unexpectedTargetOpened(): boolean;
  /** GET through the browser's session and the guard; the JSON value at the pointer, or null. */
  readJson(
    url: string,
    pointer: string,
    header: { readonly name: string; readonly url: string } | null,
  ): Promise<string | number | boolean | null>;
  capture(evidenceClass: EvidenceClass): Promise<CapturedEvidence | null>;
  takeover(): Promise<Takeover>;
}
