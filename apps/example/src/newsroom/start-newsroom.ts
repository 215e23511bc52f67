import { fork } from 'node:child_process';
import { once } from 'node:events';
import { packageFile } from '../disk/package-files.ts';
import { DemoFault } from '../story/demo-fault.ts';
import { type NewsroomSettings, newsroomMessageSchema } from './newsroom-message.ts';

/** A site that runs beside the story, with its own state. */
export interface RunningNewsroom {
  /** `http://127.0.0.1:PORT` */
  readonly origin: string;
  readonly port: number;
  readonly pid: number;
  /** Ends the server; safe to call twice. */
  stop(): Promise<void>;
}

/** Starts the newsroom in a process of its own, which ends when this one does, whatever the way. */
export async function startNewsroom(settings: NewsroomSettings): Promise<RunningNewsroom> {
  const child = fork(packageFile('dist', 'newsroom-server.js'), [JSON.stringify(settings)], {
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
    execArgv: [],
  });
  const ended = once(child, 'exit');
  const answer = await Promise.race([once(child, 'message'), ended.then(() => [null])]);
  const message = newsroomMessageSchema.nullable().parse(answer[0]);
  const stop = async (): Promise<void> => {
    if (child.connected) child.disconnect();
    await ended;
  };
  if (message?.kind === 'listening' && child.pid !== undefined) {
    return { origin: `http://127.0.0.1:${message.port}`, port: message.port, pid: child.pid, stop };
  }
  await stop();
  if (message?.kind === 'port-taken') {
    throw new DemoFault(
      'port_taken',
      `Port ${settings.port} on 127.0.0.1 is taken: end what uses it, or name another with --port.`,
    );
  }
  const because = message?.kind === 'failed' ? message.message : 'its process ended';
  throw new DemoFault(
    'site_failed',
    `The newsroom did not start (${because}); --fresh begins with an empty one.`,
  );
}
