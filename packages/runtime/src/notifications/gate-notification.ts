import { digestOf } from '@cux/contracts';
import type { Gate } from '@cux/kernel';

/** What somebody is told of a gate that waits: the question and where to answer it. No content, no evidence, no name of a person. */
export interface GateNotification {
  /** The same for every try to tell the same receiver of the same gate at the same revision: receivers forget repeats by it. */
  readonly id: string;
  readonly gate_id: string;
  readonly revision: number;
  /** The exact decision, as the gate asks it. */
  readonly question: string;
  /** Where a person decides; null where nobody has said. */
  readonly link: string | null;
}

/** What came of one try. */
export type Receipt =
  | { readonly kind: 'delivered' }
  /** `final`: no later try would come to anything else. The message names no address and no secret. */
  | { readonly kind: 'failed'; readonly final: boolean; readonly message: string };

/** Who is told. Answers with a value; what it throws counts as a failed try. */
export interface NotificationReceiver {
  /** Unique among the receivers, and stable: what was delivered is remembered by it. */
  readonly name: string;
  /** `{gate}` stands for the gate's id; null for none. */
  readonly link: string | null;
  deliver(notification: GateNotification): Promise<Receipt>;
}

/** A name that is made of what is told to whom, so that a repeat after a crash has the same one. */
export function notificationId(
  workspace: string,
  { gate_id, revision }: Pick<Gate, 'gate_id' | 'revision'>,
  receiver: string,
): string {
  const digest = digestOf('cux/notification', { workspace, gate_id, revision, receiver });
  return `msg_${digest.slice('sha256:'.length, 'sha256:'.length + 32)}`;
}
