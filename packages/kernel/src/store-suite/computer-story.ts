import type { RuntimeProfile } from '@cux/contracts';
import type { ProfileTerms } from '../state/computer-profile.ts';
import { profile } from './records.ts';
import type { Story } from './story.ts';

export const geometry = { width: 1280, height: 800, scale_percent: 100 };

/** What a browser for one session at a time needs. */
export const terms: ProfileTerms = {
  host_kind: 'browser_runtime',
  needs: {
    screenshots: 'required',
    accessibility_tree: 'not_needed',
    record_replay: 'not_needed',
    external_write: 'required',
    private_source_read: 'not_needed',
  },
  screen: geometry,
  recovery_grade: 'cold',
  sharing_scope: 'exclusive',
};

/** A sleeping Computer. */
export interface MadeComputer {
  readonly profile_id: string;
  readonly computer_id: string;
  readonly screen_id: string;
}

/** A Computer whose Screen is attached. */
export interface AwakeComputer extends MadeComputer {
  readonly generation: number;
  readonly process_id: string;
}

export async function makeComputer(story: Story, changes: Partial<ProfileTerms> = {}): Promise<MadeComputer> {
  const { profile_id } = await story.must('put-profile', {
    profile_id: null,
    expected_latest: 0,
    terms: { ...terms, ...changes },
    activate: true,
  });
  return { profile_id, ...(await story.must('create-computer', { profile_id })) };
}

/** What wakes the Computer as it is now. */
export async function waking(
  { kernel, workspace, processId, retention }: Story,
  computer_id: string,
  provider: { readonly profile?: Partial<RuntimeProfile>; readonly ready?: boolean } = {},
) {
  const computer = await kernel.computer(workspace, computer_id);
  return {
    computer_id,
    resource_version: computer?.revision ?? 0,
    process_id: processId,
    retention,
    provider: { profile: { ...profile, ...provider.profile }, ready: provider.ready ?? true },
  };
}

export async function wake(story: Story, made: MadeComputer): Promise<AwakeComputer> {
  const { computer_id } = made;
  const { generation } = await story.must('wake-computer', await waking(story, computer_id));
  return { ...made, generation, process_id: story.processId };
}

export async function awakeComputer(
  story: Story,
  changes: Partial<ProfileTerms> = {},
): Promise<AwakeComputer> {
  const computer = await wake(story, await makeComputer(story, changes));
  await story.must('attach-screen', { ...custody(computer), geometry, active_target: 't1' });
  return computer;
}

export function custody({ computer_id, generation, process_id }: AwakeComputer) {
  return { computer_id, generation, process_id };
}

/** An observation of its Screen for a session, under the present control. */
export async function observing(
  story: Story,
  awake: AwakeComputer,
  session_id: string,
  active_target = 't1',
) {
  return { ...custody(awake), ...(await control(story, awake)), session_id, active_target };
}

/** The pair, at the control epoch that it has now. */
export async function control({ kernel, workspace }: Story, { computer_id, screen_id }: MadeComputer) {
  const screen = await kernel.screen(workspace, computer_id, screen_id);
  return { computer_id, screen_id, control_epoch: screen?.control_epoch ?? 0 };
}
