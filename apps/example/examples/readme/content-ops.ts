import { captureItem, checkContent, newsroom, renderPlan, usualRules } from '@cux/content-ops';

const origin = 'https://newsroom.example';
const rules = usualRules('writer-agent', { id: 'paper', origin, account: 'editor', recipe: newsroom.name });
console.log(rules.sites.length); // 1

// Before anything is kept: can the site hold exactly this?
const content = { title: 'Q3 notes', body: 'All is well.', section: 'Culture' };
console.log(checkContent(newsroom, content).length); // 0
console.log(
  checkContent(newsroom, { title: 'Q3 notes' })
    .map(({ field }) => field)
    .join(', '),
); // body, section

// An item begins as a record of the kernel, which knows its content by digest alone.
console.log(captureItem('q3-notes', content).state); // captured

// The same content gives the same plan, and with it the digests that an approval is bound to.
const publish = { phase: 'publish', origin, account: 'editor', item: '7', content, evidence: [] } as const;
const verdict = renderPlan(newsroom, publish);
if (!verdict.ok) throw new Error(verdict.problems.join(' '));
console.log(verdict.plan.final_action?.name); // Confirm publish
for (const { method, path } of verdict.plan.permit_rules) console.log(`${method} ${path}`); // POST /api/articles/7
