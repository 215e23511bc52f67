// Ids, digests and the ports for time and ids
export type { Clock } from './ids/clock.ts';
export {
  canonicalForm,
  type Digest,
  type DigestDomain,
  digestOf,
  digestOfBytes,
  digestSchema,
} from './ids/digest.ts';
export { foreignId } from './ids/foreign-id.ts';
export { type Ids, type IssuedIdKind, issuedId, issuedIdBody, issuedIdKinds } from './ids/issued-id.ts';
export { makeIssuedId } from './ids/make-issued-id.ts';
// Judging
export type { GateHead, ReceiptAuthority, RequestAuthority } from './judge/authority.ts';
export {
  type AnsweredReceipt,
  type ArrivedReceipt,
  classifyReceipt,
  type ReceiptClassification,
} from './judge/classify-receipt.ts';
export type { Finding, Verdict } from './judge/finding.ts';
export { judgePlan } from './judge/judge-plan.ts';
export { judgeProfile } from './judge/judge-profile.ts';
export { judgeProposal } from './judge/judge-proposal.ts';
export { type JudgedReceipt, judgeReceipt, type ReceiptInput } from './judge/judge-receipt.ts';
export { judgeRequest, type RequestInput } from './judge/judge-request.ts';
export { allRules, type RuleDescription } from './judge/rules/registry.ts';
export { type RuleFamily, ruleFamilies } from './judge/rules/statement.ts';
export { type GateStanding, judgeTruth, type Reach, type TruthCase } from './judge/truth-table.ts';
// Text from pages: the leak screen and the one exit
export { redactionMark, redactText } from './leak/redact-text.ts';
export { screenText, type TextContext } from './leak/screen-text.ts';
// The v0 records
export { type ActionRequest, actionRequestSchema } from './records/action-request.ts';

// Words of the v0 records
export { type ActionUnit, actionUnitSchema, actionUnits } from './records/action-unit.ts';
// The annex
export {
  type Annex,
  annexSchema,
  type ExtractedValue,
  extractedValueSchema,
  type WriteFingerprint,
  writeFingerprintSchema,
} from './records/annex.ts';
// Decisions of people and proposals of reducers
export { type AttentionItem, attentionItemSchema } from './records/attention-item.ts';
export {
  type BlockerCode,
  blockerCodeSchema,
  failureBlockerCodes,
  isModalBlocker,
  type ModalBlockerCode,
  modalBlockerCodes,
} from './records/blocker-code.ts';
export { type EffectClass, effectClassSchema, needsGate } from './records/effect-class.ts';
export {
  type EvidenceClass,
  evidenceClassSchema,
  type HandleKind,
  handleKindSchema,
} from './records/evidence-class.ts';
// The plan
export { type Extraction, extractionSchema } from './records/extraction.ts';
export { type GateBinding, gateBindingSchema } from './records/gate-binding.ts';
export { type ObservedFacts, observedFactsSchema } from './records/observed-facts.ts';
export { type OperatingMode, operatingModeSchema } from './records/operating-mode.ts';
export { type Permit, permitSchema } from './records/permit.ts';
export {
  type KnownModal,
  knownModalSchema,
  type Plan,
  type PlanStep,
  permitRulesDigest,
  planDigest,
  planSchema,
  planStepSchema,
} from './records/plan.ts';
export { type Principal, principalSchema, samePrincipal } from './records/principal.ts';
export {
  type FollowingTodo,
  followingTodoSchema,
  type ProposedTransition,
  proposedTransitionSchema,
} from './records/proposed-transition.ts';
export { type Receipt, receiptSchema } from './records/receipt.ts';
export { type RuntimeProfile, runtimeProfileSchema } from './records/runtime-profile.ts';
export { type StopReason, stopReasonSchema } from './records/stop-reason.ts';
export {
  type StandingSubject,
  type Subject,
  standingSubjectDigest,
  standingSubjectSchema,
  subjectDigest,
  subjectSchema,
} from './records/subject.ts';
export { type Target, type TargetRole, targetRoleSchema, targetSchema } from './records/target.ts';
export {
  type BodyPredicate,
  bodyPredicateSchema,
  type FieldPredicate,
  fieldPredicateSchema,
  originSchema,
  templateSchema,
  type WriteRule,
  writeRuleSchema,
} from './records/write-rule.ts';
// Strict reading, and serialising once
export { type JsonLimits, planLimits, proposalLimits, recordLimits } from './strict-json/limits.ts';
export { type JsonReading, readStrictJson } from './strict-json/read-json.ts';
export { NotPlainDataError, toWireBytes, tryWireBytes, type WireBytes } from './strict-json/wire-bytes.ts';
