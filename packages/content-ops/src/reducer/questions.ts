import { type AttentionItem, redactText } from '@cux/contracts';
import { forbiddenSentences } from '../attempt/request-wording.ts';
import { standingSentence } from '../attempt/standing-question.ts';
import { timeOfDay } from '../attention/time-of-day.ts';
import { isPublishedByHand, siteName } from '../rules/publishing-rules.ts';
import { obstacles } from './obstacles.ts';
import { evidenceOf, itemOf, type Situation } from './situation.ts';
import { wantedTarget } from './wanted-target.ts';

/**
 * What a person is shown, around one exact question. Everything passes the one exit for text: titles, labels and
 * addresses are other people's words.
 */
export function attention(
  situation: Situation,
  question: string,
  parts: {
    readonly next?: AttentionItem['next_step'];
    readonly afterwards?: readonly string[];
    /** Evidence of earlier, for where the attempt has none of its own. */
    readonly shown?: AttentionItem['evidence'];
  } = {},
): AttentionItem {
  const { allowed_actions, forbidden_effect_classes } = situation.input.request.write_scope;
  const own = evidenceOf(situation).shown;
  const afterwards = parts.afterwards ?? [];
  // What the approval lets leave is what a person decides about: nothing crowds it out.
  const attempted = [...allowed_actions.slice(0, 20 - afterwards.length), ...afterwards];
  return {
    question: redactText(question, 400),
    attempted: attempted.map((sentence) => redactText(sentence, 200)),
    forbidden: forbiddenSentences(forbidden_effect_classes, parts.afterwards !== undefined),
    evidence: (own.length > 0 ? own : (parts.shown ?? [])).slice(0, 20),
    next_step: parts.next ?? 'human_review',
    takeover: takeover(situation),
  };
}

/** `“Q3 notes”`, or the item's own name where there is no title. */
export function title({ input, subjectCase }: Situation): string {
  const { content, recipe } = subjectCase;
  const text = redactText(content?.[recipe.title_field] ?? '', 80);
  return text === '' ? `item ${input.record?.record_id ?? input.todo.todo_id}`.slice(0, 120) : `“${text}”`;
}

export function siteOf({ subjectCase }: Situation): string {
  return redactText(siteName(subjectCase.site), 80);
}

/**
 * `Publish “Q3 notes” to newsroom.example as drafted at 14:02 UTC?`
 *
 * @param draftedAt when the site was found to hold the draft, in milliseconds since the epoch
 */
export function publishQuestion(situation: Situation, draftedAt: number | null, before = ''): string {
  const drafted =
    draftedAt === null ? '' : ` as drafted ${timeOfDay(draftedAt, situation.input.reported_at)}`;
  const { recipe, site } = situation.subjectCase;
  const { decision } = recipe.publish;
  const what = `${title(situation)} to ${siteOf(situation)}`;
  if (!isPublishedByHand(site)) return `${before}${decision} ${what}${drafted}?`;
  return `${before}${decision} ${what} by hand, exactly${drafted}, and approve here once you have. Is it done?`;
}

/** What is in the way, and what a person is to decide about it. */
export function obstacleQuestion(situation: Situation, tries = 0): string {
  const { report } = situation.input;
  const label = report.kind === 'receipt' ? (report.annex.blocker?.label ?? null) : null;
  const named = label === null ? '' : ` The page calls it “${redactText(label, 80)}”.`;
  const wanted = wantedTarget(situation);
  const sought = wanted === null ? '' : ` Looked for the ${wanted.role} “${redactText(wanted.name, 60)}”.`;
  const tried = tries > 1 ? ` This has failed ${tries} times in a row.` : '';
  const about = `${title(situation)} on ${siteOf(situation)}`;
  return `${about}: ${obstacleOf(situation)}.${sought}${named}${tried} Clear it by hand and reopen the todo, or cancel it?`;
}

/** A person has just signed in, so what the page still asks for is theirs to hear of first. */
function obstacleOf({ ending, row }: Situation): string {
  return row.because === 'still-signed-out'
    ? 'the account is not signed in after all; the user name or the password may have been wrong'
    : obstacles[ending];
}

export function signInQuestion({ subjectCase }: Situation): string {
  return standingSentence(subjectCase.rules, subjectCase.site);
}

function takeover(situation: Situation): string {
  const { site, recipe } = situation.subjectCase;
  const item = itemOf(situation);
  const place = item === null ? '/' : recipe.person_path.replaceAll('{item}', String(item));
  const address = `${site.origin}${place}`.replaceAll('{account}', site.account);
  return redactText(
    `Take over the session: the agent’s input stops until you hand it back. Or open ${address} as ${site.account} in your own browser.`,
    400,
  );
}
