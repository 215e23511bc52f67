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
  /** By the digest of the subject as the kernel has it. */
  readonly #shown = new Map<Digest, Shown>();

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
    this.#shown.set(subjectDigest(subject), shown);
    return { subject, attention: unkeptQuestion(action, target.site, shown.attention.evidence) };
  }

  /** The gate with what this process has kept of it in memory; as it is where that is nothing. */
  reveal<Known extends Gate>(gate: Known): Known {
    const shown = gate.held_by === null ? undefined : this.#shown.get(gate.subject_digest);
    return shown === undefined ? gate : { ...gate, ...shown };
  }

  /** Nobody asks about it any more. */
  forget({ subject_digest }: Pick<Gate, 'subject_digest'>): void {
    this.#shown.delete(subject_digest);
  }
}
