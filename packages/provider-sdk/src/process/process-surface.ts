import { redactText, screenText } from '@cux/contracts';
import type { AttachedFile, CapturedEvidence, StopSign, Surface, Takeover } from '../surface/surface.ts';
import type { ProviderConnection } from './connection.ts';
import type { ProcessLimits } from './process-limits.ts';
import type { Method, Params, Result } from './protocol.ts';
import { ShownReferences } from './shown-references.ts';

/** In characters. */
const longestTreeLine = 4_000;

type Ask = <Name extends Method>(method: Name, params: Params<Name>) => Promise<Result<Name>>;

/** The whole Surface port over one connection. Every method rejects with a `ProviderFault` once that has ended. */
export function processSurface(
  connection: ProviderConnection,
  limits: ProcessLimits,
  { takesFiles, targetOpened }: { readonly takesFiles: boolean; targetOpened(): boolean },
): Surface {
  const shown = new ShownReferences();
  const ask: Ask = (method, params) => connection.call(method, params, limits.call);
  return {
    open: (url, timeoutMs) =>
      connection.call('surface/open', { url, timeout_ms: timeoutMs }, timeoutMs + limits.margin, () => ({
        kind: 'failed',
      })),
    location: async () => (await ask('surface/location', {})).location,
    matchAddress: async (template) => (await ask('surface/match_address', { template })).match,
    observe: async (budget) => {
      const observation = await ask('surface/observe', budget);
      const tree = screened(observation.tree);
      shown.remember(tree);
      return { ...observation, tree };
    },
    lookup: async (ref) => shown.lookUp(ref),
    resolve: (target) => ask('surface/resolve', { target }),
    overlaps: async (element, other) => (await ask('surface/overlaps', { element, other })).overlaps,
    readiness: (element) => ask('surface/readiness', { element }),
    stopSigns: async () => (await ask('surface/stop_signs', {})).signs.map(signOf),
    fill: (element, value) => ask('surface/fill', { element, value }),
    select: (element, option) => ask('surface/select', { element, option }),
    setChecked: (element, checked) => ask('surface/set_checked', { element, checked }),
    ...(takesFiles
      ? { attach: (element, files) => ask('surface/attach', { element, files: sent(files) }) }
      : {}),
    // One that does not answer may have pressed: that is not known, and it is not asked again.
    press: (element, timeoutMs) =>
      connection.call('surface/press', { element, timeout_ms: timeoutMs }, timeoutMs + limits.margin, () => ({
        kind: 'outcome_unknown',
      })),
    holds: async (target, expected) => (await ask('surface/holds', { target, expected })).answer,
    scroll: (element) => ask('surface/scroll', { element }),
    keypress: (element, keys, timeoutMs) =>
      connection.call(
        'surface/keypress',
        { element, keys: [...keys], timeout_ms: timeoutMs },
        timeoutMs + limits.margin,
        () => ({ kind: 'outcome_unknown' }),
      ),
    scrollBy: (element, by) => ask('surface/scroll_by', { element, ...by }),
    targets: async () => (await ask('surface/targets', {})).labels,
    switchTarget: (label) => ask('surface/switch_target', { label }),
    closeTarget: (label) => ask('surface/close_target', { label }),
    unexpectedTargetOpened: targetOpened,
    readJson: async (url, pointer, header) =>
      (await ask('surface/read_json', { url, pointer, header })).value,
    capture: async (evidenceClass) => {
      const { evidence } = await ask('surface/capture', { evidence_class: evidenceClass });
      return evidence === null || evidence.evidence_class !== evidenceClass ? null : evidenceOf(evidence);
    },
    takeover: async () => {
      await ask('takeover/start', {});
      return takeoverOf(ask);
    },
  };
}

function sent(files: readonly AttachedFile[]): Params<'surface/attach'>['files'] {
  return files.map(({ name, mediaType, bytes }) => ({
    name,
    media_type: mediaType,
    bytes: Buffer.from(bytes).toString('base64'),
  }));
}

function signOf({ code, role, name, dialog_kind }: Result<'surface/stop_signs'>['signs'][number]): StopSign {
  return { code, role, name, ...(dialog_kind === undefined ? {} : { dialogKind: dialog_kind }) };
}

/** A line that holds a secret leaves without it, whatever the provider thinks of it. */
function screened(text: string): string {
  return text
    .split('\n')
    .map((line) => (screenText(line).length === 0 ? line : redactText(line, longestTreeLine)))
    .join('\n');
}

function evidenceOf(evidence: NonNullable<Result<'surface/capture'>['evidence']>): CapturedEvidence {
  const bytes = Buffer.from(evidence.bytes, 'base64');
  const isTree = evidence.evidence_class === 'accessibility_snapshot';
  return {
    evidenceClass: evidence.evidence_class,
    bytes: isTree ? new TextEncoder().encode(screened(bytes.toString('utf8'))) : bytes,
    mediaType: evidence.media_type,
    redacted: evidence.redacted,
  };
}

function takeoverOf(ask: Ask): Takeover {
  return {
    type: (target, text) => ask('takeover/type', { target, text }),
    press: (target) => ask('takeover/press', { target }),
    // The lines carry single pictures.
    live: null,
    screenshot: async () => Buffer.from((await ask('takeover/screenshot', {})).bytes, 'base64'),
    location: async () => (await ask('takeover/location', {})).location,
    release: async () => {
      await ask('takeover/release', {});
    },
  };
}
