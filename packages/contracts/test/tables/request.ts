import { judgeProfile, judgeRequest, type RequestAuthority, type Verdict } from '../../src/index.ts';
import {
  draftRequest,
  publishRequest,
  publishRequestAuthority,
  readRequest,
  requestAuthority,
} from '../support/honest.ts';
import { wire } from '../support/wire.ts';
import { actionsThatEdit, actionsThatRead, actionsWithEffect, actionsWithout } from './allowed-actions.ts';
import { changed } from './receipt.ts';
import { accepts, type RuleRow, refuses, spares } from './row.ts';

const draft =
  (changes: Readonly<Record<string, unknown>> = {}, authority: Readonly<Record<string, unknown>> = {}) =>
  (): Verdict<unknown> =>
    judgeRequest({
      request: wire(changed(draftRequest, changes)),
      authority: changed(requestAuthority, authority) as unknown as RequestAuthority,
    });

const publish =
  (changes: Readonly<Record<string, unknown>> = {}, authority: Readonly<Record<string, unknown>> = {}) =>
  () =>
    judgeRequest({
      request: wire(changed(publishRequest, changes)),
      authority: changed(publishRequestAuthority, authority) as unknown as RequestAuthority,
    });

const readAllowed = (action: string) => (): Verdict<unknown> =>
  judgeRequest({
    request: wire(changed(readRequest, { 'write_scope/allowed_actions': [action] })),
    authority: requestAuthority,
  });

const allowed = (action: string) => draft({ 'write_scope/allowed_actions': [action] });

const recorded = {
  action_unit: 'capture_replay_handle',
  effect_class: 'read',
  'write_scope/allowed_actions': ['open approved screen'],
};

export const profile = {
  schema_version: 'computer_use_runtime_profile_v0',
  provider_id: 'computer_use_runtime',
  host_kind: 'browser_or_desktop_runtime',
  visibility: 'visible_or_replayable',
  provider_primitives: {
    screenshots: 'host_owned',
    accessibility_tree: 'optional',
    external_write: 'gated',
    private_source_read: 'gated',
  },
  boundary: {
    credentials_copied: false,
    cookies_exported: false,
    raw_screenshots_copied: false,
    raw_private_bodies_copied: false,
    external_write_allowed_without_gate: false,
  },
};

const judgedProfile =
  (changes: Readonly<Record<string, unknown>> = {}) =>
  (): Verdict<unknown> =>
    judgeProfile(wire(changed(profile, changes)));

export const requestRows: readonly RuleRow[] = [
  accepts('a bounded draft', draft()),
  accepts('a bounded read', () => judgeRequest({ request: wire(readRequest), authority: requestAuthority })),
  accepts('a publication with its gate', publish()),
  accepts('an action that says what not to do', allowed('stop before publish')),
  accepts(
    'an action that names a button that is not pressed',
    allowed('read the label of the Publish button'),
  ),
  refuses('request.provider-unknown', 'not installed', draft({}, { provider: null })),
  refuses(
    'request.provider-differs',
    'the registry has another',
    draft({}, { 'provider/provider_id': 'other' }),
  ),
  refuses('request.provider-not-ready', 'its doctor found something', draft({}, { 'provider/ready': false })),
  refuses(
    'request.primitive-unsupported',
    'this provider cannot write',
    publish({}, { 'provider/external_write': 'unsupported' }),
  ),
  refuses(
    'request.primitive-unsupported',
    'this provider cannot record',
    draft(recorded, { 'provider/record_replay': 'unsupported' }),
  ),
  accepts('this one may', draft(recorded, { 'provider/record_replay': 'optional' })),
  refuses(
    'request.primitive-unsupported',
    'this provider sees nothing',
    draft({}, { 'provider/screenshots': 'unsupported', 'provider/accessibility_tree': 'unsupported' }),
  ),
  accepts(
    'a provider that sees by the accessibility tree alone',
    draft({}, { 'provider/screenshots': 'unsupported', 'provider/accessibility_tree': 'supported' }),
  ),
  refuses(
    'request.primitive-unsupported',
    'this provider keeps no session that could be enrolled',
    publish(
      { action_unit: 'enrol_stored_session', effect_class: 'credential_use' },
      { 'provider/browser_session': 'unsupported' },
    ),
  ),
  accepts(
    'a publication needs no session of its own',
    publish({}, { 'provider/browser_session': 'unsupported' }),
  ),
  refuses(
    'request.primitive-unsupported',
    'the goal is about a private source, which this provider does not read',
    draft({}, { 'provider/private_source_read': 'unsupported', private_source: true }),
  ),
  accepts(
    'a public source is read without',
    draft({}, { 'provider/private_source_read': 'unsupported', private_source: false }),
  ),
  accepts('a draft asks for no external write', draft({}, { 'provider/external_write': 'unsupported' })),
  refuses('request.action-unit', 'a raw primitive', draft({ action_unit: 'click' })),
  refuses(
    'request.action-unit',
    'a whole workflow',
    draft({ action_unit: 'write_review_and_publish_everything' }),
  ),
  refuses(
    'request.unit-class',
    'publishing as a draft',
    draft({ action_unit: 'publish_after_approved_gate' }),
  ),
  refuses(
    'request.unit-class',
    'enrolling as a read',
    draft({ action_unit: 'enrol_stored_session', effect_class: 'read' }),
  ),
  ...(
    [
      ['inspect_screen', 'draft'],
      ['inspect_screen', 'external_write'],
      ['inspect_screen', 'credential_use'],
      ['draft_until_review_gate', 'read'],
      ['draft_until_review_gate', 'external_write'],
      ['fill_until_submit_gate', 'read'],
      ['fill_until_submit_gate', 'external_write'],
      ['capture_replay_handle', 'draft'],
      ['capture_replay_handle', 'external_write'],
      ['recover_with_blocker_packet', 'external_write'],
      ['publish_after_approved_gate', 'credential_use'],
      ['enrol_stored_session', 'external_write'],
    ] as const
  ).map(([unit, effectClass]) =>
    refuses(
      'request.unit-class',
      `${unit} does not come as ${effectClass}`,
      publish({
        action_unit: unit,
        effect_class: effectClass,
        'write_scope/forbidden_effect_classes': [],
      }),
    ),
  ),
  ...(
    [
      ['inspect_screen', 'read'],
      ['fill_until_submit_gate', 'draft'],
      ['capture_replay_handle', 'read'],
      ['recover_with_blocker_packet', 'read'],
    ] as const
  ).map(([unit, effectClass]) =>
    accepts(
      `${unit} is a ${effectClass}`,
      draft({
        action_unit: unit,
        effect_class: effectClass,
        'write_scope/allowed_actions': ['open approved screen'],
      }),
    ),
  ),
  accepts(
    'enrolling, behind its gate',
    publish({
      action_unit: 'enrol_stored_session',
      effect_class: 'credential_use',
      'write_scope/forbidden_effect_classes': ['draft', 'external_write'],
    }),
  ),
  refuses(
    'request.class-forbidden',
    'it forbids itself',
    publish({ 'write_scope/forbidden_effect_classes': ['external_write'] }),
  ),
  refuses('request.allowed-action-contradicts', 'a draft that may publish', allowed('publish the post')),
  refuses('request.allowed-action-contradicts', 'a draft that may press it', allowed('click “Publish”')),
  refuses('request.allowed-action-contradicts', 'a draft that may delete', allowed('Delete old drafts')),
  ...actionsWithEffect.flatMap((action) => [
    refuses('request.allowed-action-contradicts', `a draft that may: ${action}`, allowed(action)),
    refuses('request.allowed-action-contradicts', `a read that may: ${action}`, readAllowed(action)),
  ]),
  ...actionsWithout.map((action) =>
    spares(['request.allowed-action-contradicts'], `a draft may: ${action}`, allowed(action)),
  ),
  ...actionsThatEdit.map((action) =>
    refuses('request.allowed-action-contradicts', `a read that may: ${action}`, readAllowed(action)),
  ),
  ...actionsThatRead.map((action) =>
    spares(['request.allowed-action-contradicts'], `a read may: ${action}`, readAllowed(action)),
  ),
  refuses('authority.missing', 'nobody says what stands', () =>
    judgeRequest({ request: wire(draftRequest), authority: null }),
  ),
  accepts('a profile', judgedProfile()),
  refuses(
    'shape.wrong-literal',
    'a profile that copies credentials',
    judgedProfile({ 'boundary/credentials_copied': true }),
  ),
  refuses(
    'shape.not-in-set',
    'a profile that writes without a gate',
    judgedProfile({ 'provider_primitives/external_write': 'allowed' }),
  ),
  refuses(
    'leak.token',
    'a profile with a key in it',
    judgedProfile({ provider_id: `ghp_${'a1B2'.repeat(9)}` }),
  ),
];
