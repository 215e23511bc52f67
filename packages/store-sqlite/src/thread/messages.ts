import type { GroupOutcome } from '../commit.ts';
import { storeFault } from '../map-fault.ts';
import type { OpenOptions } from '../open-database.ts';
import { StoreFault } from '../store-fault.ts';
import type { PackedBatch } from './packed.ts';

/** What a thread is started with. */
export interface ThreadData {
  /** `write` owns the file until it is closed; `check` looks whether the file is whole, answers and ends. */
  readonly task: 'write' | 'check';
  readonly options: OpenOptions;
  /** For tests: what their own thread is told. */
  readonly told?: unknown;
}

export type ToThread =
  | { readonly kind: 'commit'; readonly batches: readonly (readonly [id: number, batch: PackedBatch])[] }
  /** Everything handed in before is stored first. */
  | { readonly kind: 'close' };

export type FromThread =
  | { readonly kind: 'opened' }
  | { readonly kind: 'failed'; readonly error: SentError }
  | { readonly kind: 'checked'; readonly intact: boolean }
  | { readonly kind: 'settled'; readonly outcomes: readonly (readonly [id: number, outcome: SentOutcome])[] };

export type SentOutcome =
  | Extract<GroupOutcome, { kind: 'answered' }>
  | { readonly kind: 'failed'; readonly error: SentError };

/** An error on its way between threads, where its class gets lost. */
export interface SentError {
  readonly code: StoreFault['code'] | null;
  readonly message: string;
  readonly cause: unknown;
}

export function sendError(error: unknown): SentError {
  if (StoreFault.isInstance(error)) {
    return { code: error.code, message: error.message, cause: causeText(error.cause) };
  }
  return { code: null, message: error instanceof Error ? error.message : 'An unknown error.', cause: null };
}

export function receiveError({ code, message, cause }: SentError): Error {
  if (code === null) return new Error(message);
  const options = cause === null ? {} : { cause };
  return code === 'newer_schema' || code === 'other_schema'
    ? new StoreFault(code, message, options)
    : storeFault(code, cause);
}

function causeText(cause: unknown): unknown {
  return cause instanceof Error ? new Error(cause.message) : null;
}
