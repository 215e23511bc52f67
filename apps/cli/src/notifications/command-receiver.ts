import { execFile } from 'node:child_process';
import type { NotificationReceipt, NotificationReceiver } from '@cux/runtime';

/** How long a command may take, in milliseconds; then it is ended. */
const patience = 30_000;

/** What a program needs to run, and no secret of ours. */
const handedOn = ['PATH', 'HOME', 'LANG', 'LC_ALL', 'TMPDIR', 'SystemRoot', 'PATHEXT'];

/** A program without a shell: the message comes on its standard input, and 0 says that it was taken. */
export function commandReceiver(
  name: string,
  link: string | null,
  command: readonly string[],
  environment: Readonly<Record<string, string | undefined>>,
): NotificationReceiver {
  const [program = '', ...args] = command;
  const env = Object.fromEntries(
    handedOn.flatMap((key) => (environment[key] === undefined ? [] : [[key, environment[key]]])),
  );
  return {
    name,
    link,
    deliver: (notification) =>
      new Promise<NotificationReceipt>((resolve) => {
        const child = execFile(program, args, { env, timeout: patience, maxBuffer: 1_048_576 }, (error) => {
          resolve(
            error === null
              ? { kind: 'delivered' }
              : {
                  kind: 'failed',
                  final: false,
                  message: 'The command did not take it; run it by hand to see why.',
                },
          );
        });
        // One that ends without reading has its reasons; its code says whether it took the message.
        child.stdin?.on('error', () => {});
        child.stdin?.end(`${JSON.stringify(notification)}\n`);
      }),
  };
}
