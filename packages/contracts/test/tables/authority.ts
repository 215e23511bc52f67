import { judgeRequest, type RequestAuthority } from '../../src/index.ts';
import { consumedGate, openGate, publishRequest, publishRequestAuthority } from '../support/honest.ts';
import { wire } from '../support/wire.ts';
import { changed, draft, publication, readBack } from './receipt.ts';
import { accepts, type RuleRow, refuses, spares } from './row.ts';

type Changes = Readonly<Record<string, unknown>>;

const otherDigest = `sha256:${'9'.repeat(64)}`;
const rule = 'authority.contradictory';

const unpressed = {
  receipt: { stop_reason: 'stopped_at_gate', 'observed_facts/final_action_clicked': false },
  annex: { press: 'not_attempted', permit_spent: 0 },
};

/** A publication that stopped before its commit, its gate still open. */
const beforeCommit = (authority: Changes) =>
  publication({
    ...unpressed,
    authority: { 'attempt/committed': false, 'attempt/state': 'prepared', gate: openGate, ...authority },
  });

const request = (authority: Changes) => () =>
  judgeRequest({
    request: wire(publishRequest),
    authority: changed(publishRequestAuthority, authority) as unknown as RequestAuthority,
  });

const head = (changes: Changes) => ({ ...consumedGate, ...changes });

const commits: readonly RuleRow[] = [
  accepts('committed, and its gate consumed by it', publication()),
  accepts('not yet committed, and its gate still open', beforeCommit({})),
  refuses(rule, 'committed, and its gate was never consumed', publication({ authority: { gate: openGate } })),
  ...['admitted', 'running', 'prepared', 'abandoned'].map((state) =>
    refuses(rule, `committed while ${state}`, publication({ authority: { 'attempt/state': state } })),
  ),
  refuses(
    rule,
    'committed while admitted, before anybody was asked',
    publication({ authority: { 'attempt/state': 'admitted', 'attempt/dispatched': false } }),
  ),
  ...['committed', 'void', 'outcome_unknown'].map((state) =>
    refuses(rule, `${state} without a commit`, beforeCommit({ 'attempt/state': state })),
  ),
  refuses(rule, 'its gate consumed by it without a commit', beforeCommit({ gate: consumedGate })),
  refuses(
    rule,
    'a draft has nothing to commit',
    draft({ authority: { 'attempt/committed': true, 'attempt/state': 'committed' } }),
  ),
  refuses(
    rule,
    'dispatched, and only admitted',
    draft({ authority: { 'attempt/state': 'admitted', 'attempt/dispatched': true } }),
  ),
];

const heads: readonly RuleRow[] = [
  ...(
    [
      [{ status: 'open' }, 'consumed and open'],
      [{ status: 'pending' }, 'consumed and undecided'],
      [{ closed_for: null }, 'closed for no reason'],
      [{ consumed_by: null }, 'consumed by nobody'],
      [{ closed_for: 'expired' }, 'expired, and yet consumed'],
    ] as const
  ).map(([changes, because]) => refuses(rule, because, publication({ authority: { gate: head(changes) } }))),
  refuses(
    rule,
    'a request before a gate that is open and consumed',
    request({ 'gate/consumed_by': consumedGate.consumed_by }),
  ),
  refuses(
    rule,
    'a request before a gate that is open and revoked',
    request({ 'gate/closed_for': 'revoked' }),
  ),
  spares([rule], 'a request before a gate that is open and nothing else', request({})),
];

const requests: readonly RuleRow[] = [
  spares([rule], 'a read that was admitted as one', readBack()),
  refuses(
    rule,
    'the digest of another request',
    draft({ annex: { request_digest: otherDigest }, authority: { request_digest: otherDigest } }),
  ),
  refuses(
    rule,
    'admitted although it forbids its own class',
    draft({ authority: { 'request/write_scope/forbidden_effect_classes': ['draft', 'external_write'] } }),
  ),
  refuses(
    rule,
    'a unit that was admitted as another class',
    readBack({ authority: { 'request/effect_class': 'draft' } }),
  ),
];

/** Snapshots that no kernel could have taken. */
export const authorityRows: readonly RuleRow[] = [...commits, ...heads, ...requests];
