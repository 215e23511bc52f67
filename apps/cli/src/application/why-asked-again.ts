/** What has happened to an approval that was not used, in one sentence, by the reason that its attempt was settled with. */
const sentences: Readonly<Record<string, string>> = {
  'draft-no-longer-matches':
    'What was approved is not what stands on the site any more, as the draft was altered there: nothing was published, and what was approved is drafted and asked about anew.',
  'content-changed':
    'The content is not what was approved any more: nothing was published, and it is drafted and asked about anew.',
  'approval-no-longer-stands':
    'The approval does not stand any more: nothing was published, and a person is asked anew.',
  'approval-missing':
    'There is no approval that could be used: nothing was published, and a person is asked anew.',
  'nothing-sent':
    'The approval was used up and nothing has left: nothing was published, and a person is asked anew.',
  'stopped-before-publishing':
    'The work stopped before it published: nothing was sent, and a person is asked anew.',
};

/** Why a person is asked anew who has approved already; empty where none of the attempts says so. */
export function whyAskedAgain(reasons: readonly string[]): string {
  const told = reasons.flatMap((because) => sentences[because] ?? []);
  return told.at(-1) ?? '';
}
