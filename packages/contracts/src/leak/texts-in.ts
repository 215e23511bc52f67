import type { Budget } from './budget.ts';
import { closeGaps, foldWidth } from './fold.ts';
import { costOf, readings } from './readings.ts';
import { surveyOf } from './survey.ts';
import { originalView, type View } from './view.ts';

/** Decodings inside one another, as in the screen. */
const maximumDepth = 3;

/**
 * A text, and what it says once it is folded and decoded as the screen does it. What the budget does not pay for is left
 * out: the text is refused as too dense.
 */
export function* textsIn(text: string, budget: Budget): Generator<string> {
  const original = originalView(text, false);
  yield text;
  yield* decodedTexts(foldWidth(original, budget) ?? original, budget, 0, text);
}

function* decodedTexts(view: View, budget: Budget, depth: number, shown: string): Generator<string> {
  if (view.text !== shown) yield view.text;
  if (depth >= maximumDepth) return;
  const survey = surveyOf(view.text);
  for (const reading of readings) {
    if ((reading.guess === true && reading.read !== closeGaps) || !reading.when(survey)) continue;
    if (!budget.pays(costOf(reading, survey, view.text.length))) return;
    const result = reading.read(view, budget, survey);
    const views =
      result === null ? [] : Array.isArray(result) ? (result as readonly View[]) : [result as View];
    for (const each of views) {
      if (!budget.pays(each.text.length)) return;
      yield* decodedTexts(each, budget, depth + 1, view.text);
    }
  }
}
