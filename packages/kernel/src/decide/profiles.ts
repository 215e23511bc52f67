import { profileRevisionRowId } from '../state/entities.ts';
import { accept, type Decider, read, refuse, refuseForGood } from './deciding.ts';

export const putProfile: Decider<'put-profile'> = function* (input, context) {
  const { expected_latest, activate, terms } = input;
  const head = input.profile_id === null ? null : yield* read('profile', input.profile_id);
  if (input.profile_id !== null && head === null) return unknownProfile();
  const latest = head?.latest ?? 0;
  if (expected_latest < latest) {
    return refuseForGood(
      'profile.stale-revision',
      'The profile has a newer revision; read it and put yours on top of that.',
    );
  }
  if (expected_latest > latest) {
    return refuse('profile.revision-ahead', 'The profile has no such revision yet; read it again.');
  }
  const profile_id = head?.profile_id ?? context.ids.next('profile');
  const number = latest + 1;
  yield* read('profile-revision', profileRevisionRowId(profile_id, number));
  context.work.create('profile-revision', { profile_id, number, terms, created_at: context.now });
  const active = activate ? number : (head?.active ?? null);
  if (head === null) context.work.create('profile', { profile_id, revision: 1, latest: number, active });
  else context.work.change('profile', head, { latest: number, active });
  context.work.event('profile-revised', { profile_id, revision: number, active: active === number });
  return accept({ profile_id, revision: number });
};

export const activateProfile: Decider<'activate-profile'> = function* (input, context) {
  const head = yield* read('profile', input.profile_id);
  if (head === null) return unknownProfile();
  if (input.revision !== null && input.revision > head.latest) {
    return refuse('profile.revision-unknown', 'The profile has no such revision; read it and name one.');
  }
  if (head.active !== input.revision) {
    context.work.change('profile', head, { active: input.revision });
    context.work.event('profile-activated', { profile_id: head.profile_id, revision: input.revision });
  }
  return accept({ active: input.revision });
};

function unknownProfile() {
  return refuse('profile.unknown', 'There is no such profile; list the profiles and name one.');
}
