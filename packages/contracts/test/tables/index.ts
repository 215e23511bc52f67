import { actionRows } from './action.ts';
import { annexRows } from './annex.ts';
import { authorityRows } from './authority.ts';
import { encodingRows } from './encodings.ts';
import { factsRows } from './facts.ts';
import { gateRows } from './gate.ts';
import { attemptRows, identityRows } from './identity.ts';
import { issuedRows } from './issued.ts';
import { judgeRows } from './judge.ts';
import { leakRows } from './leak.ts';
import { planRows } from './plan.ts';
import { proposalRows } from './proposal.ts';
import { publicRecordRows } from './public-records.ts';
import { parseRows, shapeRows, writebackRows } from './record.ts';
import { replayRows } from './replay.ts';
import { requestRows } from './request.ts';
import type { RuleRow } from './row.ts';
import { sparingRows } from './sparing.ts';
import { variantRows } from './variants.ts';

/** Every table of rules. */
export const tables: Readonly<Record<string, readonly RuleRow[]>> = {
  judge: judgeRows,
  parse: parseRows,
  encodings: encodingRows,
  shape: shapeRows,
  writeback: writebackRows,
  leak: leakRows,
  authority: authorityRows,
  identity: identityRows,
  issued: issuedRows,
  attempt: attemptRows,
  replay: replayRows,
  gate: gateRows,
  facts: factsRows,
  annex: annexRows,
  request: requestRows,
  action: actionRows,
  proposal: proposalRows,
  plan: planRows,
  'public records': publicRecordRows,
  sparing: sparingRows,
  variants: variantRows,
};
