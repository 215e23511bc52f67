import type { NotificationReceipt } from '@cux/runtime';

export interface Post {
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

/** How long a receiver may take, in milliseconds. */
const patience = 15_000;

/** What a receiver says when it wants nothing more, ever. */
const gone = 410;

/** One try. A redirect is not followed: what was signed is for this address. */
export async function post({ url, headers, body }: Post): Promise<NotificationReceipt> {
  try {
    const response = await fetch(url, {
      method: 'POST',
      headers: { 'content-type': 'application/json', ...headers },
      body,
      redirect: 'manual',
      signal: AbortSignal.timeout(patience),
    });
    await response.body?.cancel();
    if (response.ok) return { kind: 'delivered' };
    return {
      kind: 'failed',
      final: response.status === gone,
      message: `The receiver answered ${response.status}; see what it says of it, or correct its address.`,
    };
  } catch {
    return {
      kind: 'failed',
      final: false,
      message: 'The receiver does not answer; start it, or correct its address.',
    };
  }
}
