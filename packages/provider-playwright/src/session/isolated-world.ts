import type { Answer, DocumentWorld, PageTarget } from './page-target.ts';

const worldName = 'cux';
const bindingName = 'cuxReport';

/** How long an answer from the page is waited for when the caller has no bound of its own, in milliseconds. */
export const defaultPatience = 30_000;

/** Runs the script in a world of its own in every document, before the page's first script. */
export async function setUpWorld(target: PageTarget, script: string): Promise<void> {
  const { channel, events } = target;
  events.on('Runtime.executionContextCreated', ({ context }) => {
    const { frameId, isDefault } = (context.auxData ?? {}) as { frameId?: string; isDefault?: boolean };
    if (context.name === worldName && frameId !== undefined && isDefault === false) {
      target.addWorld(frameId, context.uniqueId);
      if (target.human) {
        void call(target, target.worlds.get(frameId) ?? null, 'human', [true]);
      }
    }
  });
  events.on('Runtime.executionContextDestroyed', ({ executionContextUniqueId }) =>
    target.dropWorld(executionContextUniqueId),
  );
  events.on('Runtime.executionContextsCleared', () => target.worlds.clear());
  channel.on('Runtime.bindingCalled', ({ name, payload }) => {
    if (name === bindingName) {
      const { ticket, state } = JSON.parse(payload) as { ticket?: unknown; state?: unknown };
      target.tickets.tell(ticket, state);
    }
  });
  await channel.send('Page.enable');
  target.mainFrameId = (await channel.send('Page.getFrameTree')).frameTree.frame.id;
  await Promise.all([
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
  ]);
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
  return target.guarded(evaluate<Value>(target, world, method, parameters), timeoutMs);
}

async function evaluate<Value>(
  target: PageTarget,
  world: DocumentWorld,
  method: string,
  parameters: readonly unknown[],
): Promise<Value> {
  const answer = await target.channel.send('Runtime.evaluate', {
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
  const { result } = await target.channel.send('Runtime.evaluate', {
    expression: `cux.frame(${JSON.stringify(name)})`,
    uniqueContextId: world.uniqueContextId,
  });
  if (result.objectId === undefined) {
    return null;
  }
  const { node } = await target.channel.send('DOM.describeNode', { objectId: result.objectId });
  return (node.frameId === undefined ? undefined : target.worlds.get(node.frameId)) ?? null;
}
