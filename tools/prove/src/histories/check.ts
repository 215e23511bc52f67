import { apply, emptyState, type ModelState } from './model.ts';
import type { Operation } from './operation.ts';

/**
 * Whether a concurrent history could have been one after another, in an order that keeps real time. The log gives the
 * order of what was written, so nothing has to be searched for: played in that order, the model must answer what each
 * client was answered, and an operation that was answered before another was asked must come first. What left no trace
 * (a read, a refusal that is not for good) must be explained by some moment between its question and its answer.
 *
 * @param log scope and key of every batch, in the order of the log
 */
export function checkHistory(operations: readonly Operation[], log: readonly string[]): readonly string[] {
  const wrong: string[] = [];
  const byPlace = new Map(operations.map((each) => [each.place ?? '', each]));
  const written: Operation[] = [];
  const states: ModelState[] = [emptyState];
  for (const place of log) {
    const operation = byPlace.get(place);
    if (operation === undefined) continue;
    const { outcome, state } = apply(states.at(-1) ?? emptyState, operation.request);
    if (outcome !== operation.outcome)
      wrong.push(`${told(operation)}, but after what the log has before it that is ${outcome}`);
    written.push(operation);
    states.push(state);
  }
  checkRealTime(written, wrong);
  const inLog = new Set(written);
  const bounds = boundsOf(written);
  for (const operation of operations) {
    if (!inLog.has(operation) && !explained(operation, bounds, states))
      wrong.push(`${told(operation)}, which no moment between question and answer explains`);
  }
  return wrong;
}

/** No operation stands in the log before one that had been answered before it was asked. */
function checkRealTime(written: readonly Operation[], wrong: string[]): void {
  let latest: Operation | null = null;
  for (const operation of written) {
    if (latest !== null && operation.answered < latest.asked)
      wrong.push(`${told(operation)} comes in the log after ${told(latest)}, which was asked later`);
    if (latest === null || operation.asked > latest.asked) latest = operation;
  }
}

interface Bounds {
  /** By position: the earliest answer of it and of everything after it. */
  readonly firstAnswers: readonly number[];
  /** By position: the latest question of it and of everything before it. */
  readonly lastQuestions: readonly number[];
}

function boundsOf(written: readonly Operation[]): Bounds {
  const lastQuestions: number[] = [];
  for (const { asked } of written) lastQuestions.push(Math.max(asked, lastQuestions.at(-1) ?? 0));
  const firstAnswers: number[] = [];
  for (const { answered } of [...written].reverse())
    firstAnswers.push(Math.min(answered, firstAnswers.at(-1) ?? Number.POSITIVE_INFINITY));
  return { firstAnswers: firstAnswers.reverse(), lastQuestions };
}

/** Whether some state that can have stood while the operation ran makes the model answer the same. */
function explained(
  { request, asked, answered, outcome }: Operation,
  bounds: Bounds,
  states: readonly ModelState[],
): boolean {
  for (const [position, state] of states.entries()) {
    // `position` batches have been written: none of the rest was answered before the question, and none of these was
    // asked after the answer.
    const missed = (bounds.firstAnswers[position] ?? Number.POSITIVE_INFINITY) < asked;
    const ahead = position > 0 && (bounds.lastQuestions[position - 1] ?? 0) > answered;
    if (ahead) return false;
    if (!missed && apply(state, request).outcome === outcome) return true;
  }
  return false;
}

function told({ client, request, outcome }: Operation): string {
  return `${client}: ${JSON.stringify(request)} was answered “${outcome}”`;
}
