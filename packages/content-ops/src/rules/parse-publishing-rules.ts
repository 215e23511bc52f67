import { type FileProblem, parsePositionedJson, problemAt } from '../json/positioned-json.ts';
import { type PublishingRules, publishingRulesSchema } from './publishing-rules.ts';

export type PublishingRulesVerdict =
  | { readonly ok: true; readonly rules: PublishingRules }
  | { readonly ok: false; readonly problems: readonly FileProblem[] };

/** Reads a publishing-rules file. Every mistake comes with line and column; it never throws. */
export function parsePublishingRules(text: string): PublishingRulesVerdict {
  const verdict = parsePositionedJson(text, publishingRulesSchema);
  if (!verdict.ok) return verdict;
  const problems = repeatedSites(text, verdict.value);
  return problems.length > 0 ? { ok: false, problems } : { ok: true, rules: verdict.value };
}

function repeatedSites(text: string, rules: PublishingRules): FileProblem[] {
  return rules.sites.flatMap((site, index) => {
    const first = rules.sites.findIndex((candidate) => candidate.id === site.id);
    if (first === index) return [];
    const message = 'Another site above has this id; give each its own.';
    return [problemAt(text, ['sites', index, 'id'], 'rules.site-repeated', message)];
  });
}
