import { FrameProcesses } from './frame-processes.ts';
import type { Answer, DocumentWorld, PageTarget } from './page-target.ts';
import type { ProtocolChannel } from './protocol-channel.ts';

const worldName = 'cux';
const bindingName = 'cuxReport';

/** Scheme, host and port. A document that shares its origin with nobody is told as `://`. */
const hasOrigin = /^[^:/]+:\/\/[^/]+$/;

/** How long an answer from the page is waited for when the caller has no bound of its own, in milliseconds. */
export const defaultPatience = 30_000;

/** One process that documents of the page live in. */
interface DocumentProcess {
  readonly channel: ProtocolChannel;
  /** Tells of its documents in the order that counts there. */
  readonly events: Pick<ProtocolChannel, 'on'>;
  /** Those of frames of other sites in it: each is held until our world is there, too. */
  readonly below: FrameProcesses;
}

/** Runs the script in a world of its own in every document of the page, before the document's first script. */
export async function setUpPage(target: PageTarget, script: string): Promise<void> {
  const processes: FrameProcesses = new FrameProcesses(
    (channel, below) => setUpWorlds(target, { channel, events: channel, below }, script),
    (ended) => target.dropWorlds(({ channel }) => channel === ended),
  );
  const { channel, events } = target;
  target.mainFrameId = await setUpWorlds(target, { channel, events, below: processes }, script);
}

/** The same for the documents of one process, which is let run then; answers the outermost frame that lives there. */
async function setUpWorlds(
  target: PageTarget,
  { channel, events, below }: DocumentProcess,
  script: string,
): Promise<string> {
  events.on('Runtime.executionContextCreated', ({ context }) => {
    const { frameId, isDefault } = (context.auxData ?? {}) as { frameId?: string; isDefault?: boolean };
    if (context.name === worldName && frameId !== undefined && isDefault === false) {
      const { id: contextId, uniqueId: uniqueContextId } = context;
      const origin = hasOrigin.test(context.origin) ? context.origin : 'null';
      target.addWorld({ frameId, uniqueContextId, contextId, origin, channel });
      if (target.human) {
        void call(target, target.worlds.get(frameId) ?? null, 'human', [true]);
      }
    }
  });
  events.on('Runtime.executionContextDestroyed', ({ executionContextUniqueId }) =>
    target.dropWorlds(({ uniqueContextId }) => uniqueContextId === executionContextUniqueId),
  );
  events.on('Runtime.executionContextsCleared', () =>
    target.dropWorlds((world) => world.channel === channel),
  );
  channel.on('Runtime.bindingCalled', ({ name, payload }) => {
    if (name === bindingName) {
      const { ticket, state } = JSON.parse(payload) as { ticket?: unknown; state?: unknown };
      target.tickets.tell(ticket, state);
    }
  });
  // Without waiting in between: a process that is held answers only once it has been let run.
  const [, outermost] = await Promise.all([
    channel.send('Page.enable'),
    target.frames.follow(channel),
    channel.send('Runtime.enable'),
    // A service worker could answer for the site: what is read back must come from the site itself.
    channel.send('Network.enable', { maxTotalBufferSize: 0, maxResourceBufferSize: 0 }),
    channel.send('Network.setBypassServiceWorker', { bypass: true }),
    channel.send('Runtime.addBinding', { name: bindingName, executionContextName: worldName }),
    channel.send('Page.addScriptToEvaluateOnNewDocument', {
      source: script,
      worldName,
      runImmediately: true,
    }),
    below.follow(channel),
    channel.send('Runtime.runIfWaitingForDebugger'),
  ]);
  return outermost;
}

/** Calls the agent in one document by name, with JSON arguments and a JSON answer. */
export async function call<Value>(
  target: PageTarget,
  world: DocumentWorld | null,
  method: string,
  parameters: readonly unknown[],
  timeoutMs: number = defaultPatience,
): Promise<Answer<Value>> {
  if (world === null) {
    return { kind: target.closed ? 'closed' : target.dialog === null ? 'gone' : 'dialog' };
  }
  return target.guarded(evaluate<Value>(world, method, parameters), timeoutMs);
}

async function evaluate<Value>(
  world: DocumentWorld,
  method: string,
  parameters: readonly unknown[],
): Promise<Value> {
  const answer = await world.channel.send('Runtime.evaluate', {
    expression: `cux.${method}(${parameters.map((parameter) => JSON.stringify(parameter)).join(',')})`,
    uniqueContextId: world.uniqueContextId,
    awaitPromise: true,
    returnByValue: true,
  });
  if (answer.exceptionDetails !== undefined) {
    // The exception's text may hold page text: only that it failed is told.
    throw new Error('the page could not be asked');
  }
  return answer.result.value as Value;
}

/** The world of the frame that the parent document calls by this name; null when there is none, or not one. */
export async function frameWorld(
  target: PageTarget,
  world: DocumentWorld,
  name: string,
): Promise<DocumentWorld | null> {
  const answer = await target.guarded(findFrame(target, world, name), defaultPatience);
  return answer.kind === 'value' ? answer.value : null;
}

async function findFrame(
  target: PageTarget,
  world: DocumentWorld,
  name: string,
): Promise<DocumentWorld | null> {
  const { result } = await world.channel.send('Runtime.evaluate', {
    expression: `cux.frame(${JSON.stringify(name)})`,
    uniqueContextId: world.uniqueContextId,
  });
  if (result.objectId === undefined) {
    return null;
  }
  const { node } = await world.channel.send('DOM.describeNode', { objectId: result.objectId });
  return (node.frameId === undefined ? undefined : target.worlds.get(node.frameId)) ?? null;
}
