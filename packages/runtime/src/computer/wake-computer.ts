import type { Computer, RetentionKind, RuntimeProfile } from '@cux/contracts';
import type { Provider } from '@cux/provider-sdk';
import { PlacementWork } from '../action/placement-work.ts';
import { doctorOf, refused } from '../attempt/build-attempt.ts';
import { explained } from '../attempt/explained.ts';
import { type GuardedSession, openGuardedSession } from '../attempt/provider-session.ts';
import type { HostRefusal } from '../host/host.ts';
import type { RunContext } from '../host/run-context.ts';
import { keepsSomething, retentionOf } from '../retention/may-keep-nothing.ts';
import { answerInTime } from './answer-in-time.ts';
import type { Settled, WakeRequest } from './computer-host.ts';
import type { Custody } from './custody.ts';
import { sealPlacement } from './placement.ts';
import { computerRecord } from './public-records.ts';
import { handInReceipt } from './release-computer.ts';

/** Custody is taken in the kernel before the provider is contacted; what does not come about is released again. */
export function wakeComputer(
  context: RunContext,
  custody: Custody,
  request: WakeRequest,
): Promise<Settled<Computer>> {
  const { computer_id, provider_id } = request;
  const facts = { 'cux.computer.id': computer_id, 'cux.provider.id': provider_id };
  return context.telemetry.span('wake computer', facts, () =>
    custody.inTurn(computer_id, () => wake(context, custody, request)),
  );
}

async function wake(
  context: RunContext,
  custody: Custody,
  { computer_id, resource_version, provider_id, stored_session }: WakeRequest,
): Promise<Settled<Computer>> {
  const standing = await context.standingOf(provider_id);
  if (standing.kind === 'refused') return refused(standing.rule, standing.message);
  const { provider } = standing;
  const retention = await retentionOf(context);
  const keeps = retention === 'zdr' ? await keepsSomething(context, provider) : null;
  if (keeps !== null) return keeps;
  const described = await describe(context, provider);
  if ('kind' in described) return described;
  const taken = await context.send(
    'wake-computer',
    [computer_id, resource_version, context.ids.next('key')],
    {
      computer_id,
      resource_version,
      process_id: context.processId,
      provider: described,
      retention,
    },
  );
  if (taken.kind === 'refused') return refused(taken.rule, taken.message);
  const { generation } = taken.result;
  const allocation = { computer_id, generation, provider, stored_session, retention };
  const failure = await allocate(context, custody, allocation);
  if (failure === null) return awake(context, computer_id);
  await handInReceipt(context, computer_id, generation);
  return failure;
}

/** What a provider says of itself. Where that cannot be read, this refuses, and the provider is asked for nothing. */
async function describe(
  context: RunContext,
  provider: Provider,
): Promise<{ readonly profile: RuntimeProfile; readonly ready: boolean } | HostRefusal> {
  try {
    const doctor = await doctorOf(context, provider);
    return { profile: provider.profile(), ready: doctor.every(({ ok }) => ok) };
  } catch (error) {
    return told(error);
  }
}

interface Allocation {
  readonly computer_id: string;
  readonly generation: number;
  readonly provider: Provider;
  readonly stored_session: Uint8Array | null;
  readonly retention: RetentionKind;
}

/** Null when the Screen is attached. Otherwise nothing is left of what was allocated. */
async function allocate(
  context: RunContext,
  custody: Custody,
  { computer_id, generation, provider, stored_session, retention }: Allocation,
): Promise<HostRefusal | null> {
  const screen = await screenOf(context, computer_id);
  const { looking } = context.limits;
  let guarded: GuardedSession;
  try {
    guarded = await openGuardedSession(context, provider, { viewport: screen }, stored_session, retention);
  } catch (error) {
    return told(error);
  }
  try {
    await sealPlacement(context, computer_id, generation, guarded);
    const shown = await answerInTime(guarded, looking, shownBy(guarded));
    const attached = await context.send('attach-screen', [computer_id, generation], {
      computer_id,
      generation,
      process_id: context.processId,
      ...shown,
    });
    if (attached.kind === 'accepted') {
      custody.put(computer_id, { generation, guarded, work: new PlacementWork() });
      return null;
    }
    await guarded.close();
    return refused(attached.rule, attached.message);
  } catch (error) {
    await guarded.close();
    return told(error);
  }
}

async function shownBy({ session }: GuardedSession) {
  const geometry = await session.geometry();
  const [active_target = null] = await session.surface.targets();
  return { geometry, active_target };
}

async function screenOf({ kernel, workspace }: RunContext, computerId: string) {
  const computer = await kernel.computer(workspace, computerId);
  const screen = computer === null ? null : await kernel.screen(workspace, computerId, computer.screen_id);
  if (screen === null) throw new Error('a Computer that is waking has a Screen');
  const { width, height } = screen;
  return { width, height };
}

async function awake({ kernel, workspace }: RunContext, computerId: string): Promise<Settled<Computer>> {
  const computer = await kernel.computer(workspace, computerId);
  if (computer === null) throw new Error('a Computer that is awake is there');
  return { kind: 'settled', value: computerRecord(workspace, computer) };
}

/** A foreseen fault of the engine is a refusal; whatever else happened is a fault of the host. */
function told(error: unknown): HostRefusal {
  const refusal = explained(error);
  if (refusal === null) throw error;
  return refusal;
}
