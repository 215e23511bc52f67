import { createHmac } from 'node:crypto';
import {
  type AttentionItem,
  type Digest,
  type Ids,
  type Subject,
  subjectDigest,
  unkeptQuestion,
  unkeptSubject,
} from '@cux/contracts';
import type { Gate } from '@cux/kernel';

/** What a question is about, as the page has it. */
interface Shown {
  readonly subject: Subject;
  readonly attention: AttentionItem;
}

/**
 * What this process alone can show of questions of a `zdr` workspace: the kernel is told what stands for it, under a key that
 * lives and dies with this object. The same action has the same subject for as long.
 */
export class UnkeptQuestions {
  readonly #key: string;
  /** By the digest of the subject as the kernel has it; with its gate once there is one. */
  readonly #shown = new Map<Digest, Shown & { readonly gateId: string | null }>();

  constructor(ids: Ids) {
    this.#key = ids.next('key') + ids.next('key');
  }

  subject(subject: Subject): Subject {
    return unkeptSubject(subject, (text) => createHmac('sha256', this.#key).update(text).digest('base64url'));
  }

  /** What the kernel is told of a question about one action; the rest is kept here, to be shown. */
  ask(shown: Shown): Shown {
    const subject = this.subject(shown.subject);
    const { action, target } = subject;
    if (action === undefined) return shown;
    const digest = subjectDigest(subject);
    this.#shown.set(digest, { ...shown, gateId: this.#shown.get(digest)?.gateId ?? null });
    return { subject, attention: unkeptQuestion(action, target.site, shown.attention.evidence) };
  }

  /** The gate with what this process has kept of it in memory; as it is where that is nothing. */
  reveal<Known extends Gate>(gate: Known): Known {
    const shown = gate.held_by === null ? undefined : this.#shown.get(gate.subject_digest);
    if (shown === undefined) return gate;
    const { subject, attention } = shown;
    return { ...gate, subject, attention };
  }

  /** The question stands: it is kept for as long as its gate is not closed. */
  asked(subject: Subject, gateId: string): void {
    const digest = subjectDigest(subject);
    const shown = this.#shown.get(digest);
    if (shown !== undefined) this.#shown.set(digest, { ...shown, gateId });
  }

  /** Nobody was asked, so that nobody has to be shown it; one that stands already stays. */
  notAsked(subject: Subject): void {
    const digest = subjectDigest(subject);
    if (this.#shown.get(digest)?.gateId === null) this.#shown.delete(digest);
  }

  /** Forgets what is over, whoever has ended it. */
  async prune(isOver: (gateId: string) => Promise<boolean>): Promise<void> {
    for (const [digest, { gateId }] of [...this.#shown]) {
      if (gateId !== null && (await isOver(gateId))) this.#shown.delete(digest);
    }
  }

  /** This gate is over. What has been asked anew by another one stays. */
  forget({ gate_id, subject_digest }: Pick<Gate, 'gate_id' | 'subject_digest'>): void {
    if (this.#shown.get(subject_digest)?.gateId === gate_id) this.#shown.delete(subject_digest);
  }
}
