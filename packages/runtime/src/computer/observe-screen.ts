import { digestOfBytes, type ScreenObservation } from '@cux/contracts';
import type { Computer, Screen } from '@cux/kernel';
import { ProviderFault, type Surface } from '@cux/provider-sdk';
import { knowObservation } from '../action/known-elements.ts';
import { refused } from '../attempt/build-attempt.ts';
import { explained } from '../attempt/explained.ts';
import type { HostRefusal } from '../host/host.ts';
import type { RunContext } from '../host/run-context.ts';
import { answerInTime } from './answer-in-time.ts';
import type { ObservationRequest, Settled } from './computer-host.ts';
import type { Custody, HeldPlacement } from './custody.ts';
import { onComputer } from './on-computer.ts';

const bounds = { nodes: [1, 5_000], bytes: [256, 24_576] } as const;

/** One observation at a time on each Screen: two that came at once are settled one after the other. */
export function observeScreen(
  context: RunContext,
  custody: Custody,
  request: ObservationRequest,
): Promise<Settled<ScreenObservation>> {
  const { computer_id, session_id } = request;
  const running = custody.get(computer_id)?.work.running ?? null;
  const facts = {
    'cux.computer.id': computer_id,
    'cux.session.id': session_id,
    'cux.attempt.id': running?.admitted.attemptId ?? null,
  };
  const look = () => onComputer(context, custody, computer_id, () => observe(context, custody, request));
  return context.telemetry.span('observe screen', facts, look, { of: running?.span ?? null });
}

async function observe(
  context: RunContext,
  custody: Custody,
  request: ObservationRequest,
): Promise<Settled<ScreenObservation>> {
  const place = await observable(context, custody, request);
  if (place.kind === 'refused') return place;
  const { screen, computer, held } = place;
  let seen: Seen;
  try {
    const { looking } = context.limits;
    seen = await answerInTime(held.guarded, looking, look(context, held.guarded.session.surface, request));
  } catch (error) {
    const refusal = explained(error);
    if (refusal === null) throw error;
    return refusal;
  }
  const { computer_id, generation } = computer;
  const { screen_id, control_epoch } = screen;
  const [target, ...others] = seen.targets;
  if (target === undefined)
    return refused('screen.no-target', 'No target is open on the Screen; open one first.');
  const observation_id = context.ids.next('observation');
  const settled = await context.send('settle-observation', [computer_id, generation, observation_id], {
    computer_id,
    screen_id,
    session_id: request.session_id,
    generation,
    process_id: context.processId,
    control_epoch,
    active_target: target,
  });
  if (settled.kind === 'refused') return refused(settled.rule, settled.message);
  const observation: ScreenObservation = {
    schema_version: 'cux_observation_v1',
    observation_id,
    workspace_id: context.workspace,
    computer_id,
    screen_id,
    generation,
    control_epoch,
    observation_generation: settled.result.observation_generation,
    target,
    targets: [target, ...others],
    origin: seen.origin,
    tree: seen.tree,
    truncated: seen.truncated,
    screenshot: seen.screenshot,
    retention: held.guarded.retention,
    observed_at: context.clock.now(),
  };
  held.work.observation = knowObservation(observation);
  held.work.targets = observation.targets;
  return { kind: 'settled', value: observation };
}

type Observable =
  | {
      readonly kind: 'observable';
      readonly computer: Computer;
      readonly screen: Screen;
      readonly held: HeldPlacement;
    }
  | HostRefusal;

/** The rungs before contact, in their order: bounds, session, pair, attachment, generation and custody, control. */
async function observable(
  { kernel, workspace, processId }: RunContext,
  custody: Custody,
  request: ObservationRequest,
): Promise<Observable> {
  const outside = outsideOfBounds(request);
  if (outside !== null) return outside;
  const session = await kernel.session(workspace, request.session_id);
  if (session?.state !== 'open')
    return refused('session.unknown', 'There is no such open session; open one.');
  const computer = await kernel.computer(workspace, request.computer_id);
  const screen = await kernel.screen(workspace, request.computer_id, request.screen_id);
  if (computer === null || screen === null || session.computer_id !== computer.computer_id) {
    return refused('computer.unknown', 'There is no such Computer; list the Computers and name one.');
  }
  if (computer.lifecycle !== 'awake' || screen.attachment !== 'attached') {
    return refused('screen.detached', 'The Screen is not attached; wake its Computer first.');
  }
  const held = custody.get(computer.computer_id);
  if (held?.generation !== computer.generation || computer.placement?.process_id !== processId) {
    return refused('computer.not-holder', 'Another process has custody of this Computer; ask that one.');
  }
  if (screen.control !== 'agent') {
    return refused('screen.control', 'A person has the Screen; wait until it has been handed back.');
  }
  return { kind: 'observable', computer, screen, held };
}

function outsideOfBounds({ modes, nodes, bytes }: ObservationRequest): HostRefusal | null {
  const within = (value: number, [least, most]: readonly [number, number]): boolean =>
    Number.isInteger(value) && value >= least && value <= most;
  if (modes.length > 0 && within(nodes, bounds.nodes) && within(bytes, bounds.bytes)) return null;
  return refused(
    'observation.bounds',
    'An observation has at least one mode, 1 to 5000 nodes, and 256 to 24576 bytes; ask within these.',
  );
}

/** Of more, the rest can be named once others are closed. */
const targetsShown = 50;

type Seen = Pick<ScreenObservation, 'origin' | 'tree' | 'truncated' | 'screenshot' | 'targets'>;

async function look(
  context: RunContext,
  surface: Surface,
  { modes, nodes, bytes }: ObservationRequest,
): Promise<Seen> {
  const location = await surface.location();
  const tree = modes.includes('accessibility_tree') ? await surface.observe({ nodes, bytes }) : null;
  if (tree !== null && tree.tree.length > bytes) {
    throw new ProviderFault(
      'answer_wrong_shape',
      'The provider observed more than it was asked for; mend it.',
    );
  }
  return {
    origin: location?.origin ?? null,
    targets: (await surface.targets()).slice(0, targetsShown),
    tree: tree?.tree ?? '',
    truncated: tree?.truncated ?? false,
    screenshot: modes.includes('screenshot') ? await screenshotOf(context, surface) : null,
  };
}

/** How large a picture may be that is kept, in bytes: the vault takes no larger one. */
const largestPicture = 67_108_864;

/** A screenshot is kept in the vault and told by its digest; one that may show what was typed, or is no picture, is not kept at all. */
async function screenshotOf({ vault }: RunContext, surface: Surface): Promise<Seen['screenshot']> {
  const captured = await surface.capture('screenshot');
  if (captured === null || !captured.redacted || captured.evidenceClass !== 'screenshot') return null;
  const size = captured.bytes.byteLength;
  if (size === 0 || size > largestPicture || !captured.mediaType.startsWith('image/')) return null;
  const digest = await vault.put(captured.bytes);
  if (digest !== digestOfBytes(captured.bytes)) throw new Error('the vault answered another digest');
  return { digest, redacted: true };
}
