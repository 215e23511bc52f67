import { randomUUID } from 'node:crypto';
import { computerProfileSchema } from '@cux/contracts';
import type { ProfileTerms } from '@cux/kernel';
import { operator, workspaceToWorkIn } from '../application/people.ts';
import { send } from '../application/send.ts';
import { CliFault } from '../cli-fault.ts';
import { cux } from '../next-command.ts';
import { answer, type Output } from '../output.ts';
import type { OpenState } from '../state/open-state.ts';
import { readText } from './read-text.ts';
import { textOfFile } from './text-of-file.ts';

export async function profileList(state: OpenState, output: Output): Promise<void> {
  const profiles = [];
  for (const workspace of state.workspaces) {
    for (const { profile_id, latest, active } of await state.kernel.profiles(workspace)) {
      const shown = await state.kernel.profileRevision(workspace, profile_id, active ?? latest);
      profiles.push({ workspace, profile_id, latest, active, terms: shown?.terms ?? null });
    }
  }
  const lines = profiles.map(({ profile_id, latest, active, terms }) =>
    [
      profile_id,
      active === null ? `inactive, ${latest} revisions` : `revision ${active} of ${latest}`,
      ...(terms === null ? [] : [describe(terms)]),
    ].join('  '),
  );
  answer(output, { profiles }, lines.length === 0 ? [none()] : lines);
}

function none(): string {
  return `There is no profile; "${cux`computer create --from FILE`}" makes one.`;
}

function describe({ host_kind, screen, recovery_grade, sharing_scope, needs }: ProfileTerms): string {
  const needed = Object.entries(needs).flatMap(([primitive, need]) =>
    need === 'required' ? [primitive] : [],
  );
  const size = `${screen.width} × ${screen.height} at ${screen.scale_percent} %`;
  return `${host_kind}, ${size}, needs ${needed.join(' ') || 'nothing'}, ${recovery_grade} after a crash, ${sharing_scope}`;
}

export interface ComputerCreate {
  readonly workspace: string | undefined;
  /** A file of profile terms. */
  readonly file: string | undefined;
  readonly profileId: string | undefined;
}

/** Makes a sleeping Computer of a profile that is there, or of a file that makes one, or the next revision of one. */
export async function computerCreate(
  state: OpenState,
  output: Output,
  options: ComputerCreate,
): Promise<void> {
  const { file } = options;
  const workspace = workspaceToWorkIn(options.workspace, state);
  const terms = file === undefined ? null : termsOf(file);
  const profile_id =
    terms === null ? options.profileId : await putProfile(state, workspace, options.profileId ?? null, terms);
  if (profile_id === undefined) {
    throw new CliFault(
      'usage',
      `Say what the Computer is made from: --profile with one of "${cux`computer profiles`}", or --from with a file.`,
    );
  }
  const place = { state, workspace };
  const made = await send(place, operator, randomUUID(), 'create-computer', { profile_id });
  const { computer_id, screen_id } = made;
  answer(output, { workspace, computer_id, screen_id, profile_id }, [
    `${computer_id} is made of ${profile_id}, and sleeps. Nobody was contacted.`,
  ]);
}

async function putProfile(
  state: OpenState,
  workspace: string,
  profileId: string | null,
  terms: ProfileTerms,
): Promise<string> {
  const head = profileId === null ? null : await state.kernel.profile(workspace, profileId);
  const put = { profile_id: profileId, expected_latest: head?.latest ?? 0, terms, activate: true };
  return (await send({ state, workspace }, operator, randomUUID(), 'put-profile', put)).profile_id;
}

function termsOf(file: string): ProfileTerms {
  const read = readText(textOfFile(file, '--from'));
  const shape = computerProfileSchema.pick({
    host_kind: true,
    needs: true,
    screen: true,
    recovery_grade: true,
    sharing_scope: true,
  });
  const parsed = read.ok ? shape.safeParse(read.value) : null;
  if (parsed?.success === true) return parsed.data;
  const place = parsed?.error.issues[0]?.path.join('.') ?? '';
  throw new CliFault(
    'refused',
    `The profile file is not of its shape${place === '' ? '' : ` (at ${place})`}: docs/cli.md shows one, and "${cux`contract schemas`}" writes its schema, cux_computer_profile_v1.`,
  );
}
