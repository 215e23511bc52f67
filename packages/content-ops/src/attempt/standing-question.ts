import type { AttentionItem, StandingSubject } from '@cux/contracts';
import { redactText } from '@cux/contracts';
import { type PublishingRules, type PublishingSite, siteName } from '../rules/publishing-rules.ts';
import { forbiddenSentences, unitWordings } from './request-wording.ts';

/** What a person is asked before an account of a site is used, when no item of work has met its sign-in yet. */
export interface StandingQuestion {
  readonly subject: StandingSubject;
  readonly attention: AttentionItem;
  /** How long the question stands, in milliseconds. */
  readonly expires_in_ms: number;
}

/** The standing approval that the rules provide for a site: whose it would be, for how long, and the exact question. */
export function standingQuestion(rules: PublishingRules, site: PublishingSite): StandingQuestion {
  return {
    subject: {
      principal_id: rules.agent,
      account: site.account,
      origin: site.origin,
      window_ms: rules.standing_window_ms,
    },
    attention: {
      question: redactText(standingSentence(rules, site), 400),
      attempted: [...enrolmentActions],
      forbidden: forbiddenSentences(unitWordings.enrol_stored_session.forbidden),
      evidence: [],
      next_step: 'human_review',
      takeover: redactText(`Open ${site.origin} as ${site.account} in your own browser.`, 400),
    },
    expires_in_ms: rules.gate_expires_ms,
  };
}

/** What an enrolment may do, as sentences. */
export const enrolmentActions: readonly string[] = [
  'open a page of the signed-in account',
  'look whether the account is signed in',
];

/** `Let cux-agent use the account writer on newsroom.example for 30 days, after you have signed in there yourself?` */
export function standingSentence(rules: PublishingRules, site: PublishingSite): string {
  const window = durationWords(rules.standing_window_ms);
  return `Let ${redactText(rules.agent, 60)} use the account ${redactText(site.account, 60)} on ${redactText(siteName(site), 80)} for ${window}, after you have signed in there yourself?`;
}

const units = [
  { name: 'day', length: 86_400_000 },
  { name: 'hour', length: 3_600_000 },
  { name: 'minute', length: 60_000 },
] as const;

/** The largest unit that fits, rounded down: `30 days`, `12 hours`. */
function durationWords(milliseconds: number): string {
  const unit = units.find(({ length }) => milliseconds >= length) ?? units[2];
  const count = Math.floor(milliseconds / unit.length);
  return `${count} ${unit.name}${count === 1 ? '' : 's'}`;
}
