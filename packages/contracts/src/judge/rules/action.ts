import type { ActionAuthority } from '../authority.ts';
import type { CaseRule } from './statement.ts';

/** What the rules see of an action, and what stands. */
export interface ActionCase {
  /**
   * The generation of the observation that the action rests on; undefined where the DOM does not matter, or where it cannot be
   * read.
   */
  readonly observationGeneration: number | undefined;
  readonly authority: ActionAuthority;
}

function actionRule(
  id: string,
  statement: string,
  path: string,
  broken: (subject: ActionCase) => boolean,
): CaseRule<ActionCase> {
  return { id, statement, violations: (subject) => (broken(subject) ? [path] : []) };
}

/**
 * Whether an action is addressed to a pair that exists and rests on what is current there
 * (`spec/computers-and-screens`). These are the rungs that need no kernel state beside the two heads.
 */
export const actionRules: readonly CaseRule<ActionCase>[] = [
  actionRule(
    'identity.computer-screen',
    'The Screen must be the one of the Computer that is addressed; a mismatched pair does not exist.',
    '',
    ({ authority: { addressed, computer, screen } }) =>
      computer?.computer_id !== addressed.computer_id ||
      screen?.screen_id !== addressed.screen_id ||
      screen.computer_id !== computer.computer_id,
  ),
  actionRule(
    'identity.workspace',
    'Computer and Screen must belong to the workspace of the caller.',
    '',
    ({ authority: { addressed, computer, screen } }) =>
      [computer, screen].some((each) => each !== null && each.workspace_id !== addressed.workspace_id),
  ),
  actionRule(
    'action.not-attached',
    'The Computer must be awake and its Screen attached.',
    '',
    ({ authority: { computer, screen } }) =>
      computer?.lifecycle !== 'awake' || screen?.attachment !== 'attached',
  ),
  actionRule(
    'action.generation',
    'Session, Computer and Screen must be of the same generation; open a session anew.',
    '',
    ({ authority: { computer, screen, session_generation: generation } }) =>
      computer?.generation !== generation || screen?.generation !== generation,
  ),
  actionRule(
    'action.not-in-control',
    'An agent must act only while control is its own; wait until the person hands back.',
    '',
    ({ authority: { screen } }) => screen?.control !== 'agent',
  ),
  actionRule(
    'action.observation-behind',
    'The source observation must not lie behind the head of the Screen; observe again.',
    '/intent/source_observation/observation_generation',
    ({ observationGeneration: seen, authority: { screen } }) =>
      seen !== undefined && screen !== null && seen < screen.observation_generation,
  ),
  actionRule(
    'action.observation-ahead',
    'The source observation must not lie ahead of the head of the Screen.',
    '/intent/source_observation/observation_generation',
    ({ observationGeneration: seen, authority: { screen } }) =>
      seen !== undefined && screen !== null && seen > screen.observation_generation,
  ),
];
