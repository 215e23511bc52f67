// Ids, digests and the ports for time and ids
export type { Clock } from './ids/clock.ts';
export {
  canonicalForm,
  type Digest,
  type DigestDomain,
  digestOf,
  digestOfBytes,
  inCanonicalOrder,
} from './ids/digest.ts';
export { digestSchema } from './ids/digest-schema.ts';
export { foreignId } from './ids/foreign-id.ts';
export { type Ids, type IssuedIdKind, issuedId, issuedIdBody, issuedIdKinds } from './ids/issued-id.ts';
export { makeIssuedId } from './ids/make-issued-id.ts';
// Judging
export type { ActionAuthority, GateHead, ReceiptAuthority, RequestAuthority } from './judge/authority.ts';
export {
  actionAuthoritySchema,
  gateHeadSchema,
  receiptAuthoritySchema,
  requestAuthoritySchema,
} from './judge/authority-schema.ts';
export {
  type AnsweredReceipt,
  type ArrivedReceipt,
  classifyReceipt,
  type ReceiptClassification,
  replayFinding,
} from './judge/classify-receipt.ts';
export type { Finding, Verdict } from './judge/finding.ts';
export { type Arrived, type JudgeInput, type JudgeKind, judge } from './judge/judge.ts';
export { type ActionInput, judgeAction, readAction } from './judge/judge-action.ts';
export { judgePlan } from './judge/judge-plan.ts';
export { judgeProfile } from './judge/judge-profile.ts';
export { judgeProposal } from './judge/judge-proposal.ts';
export {
  type JudgedReceipt,
  judgeReceipt,
  judgeReceiptAlone,
  type ReceiptInput,
} from './judge/judge-receipt.ts';
export { judgeRecord, type PlainRecord, type PlainRecordOf, plainRecords } from './judge/judge-record.ts';
export { judgeRequest, type RequestInput } from './judge/judge-request.ts';
export { allRules, type RuleDescription } from './judge/rules/registry.ts';
export { type RuleFamily, ruleFamilies } from './judge/rules/statement.ts';
export { type GateStanding, judgeTruth, type Reach, type TruthCase } from './judge/truth-table.ts';
// Text from pages: the leak screen and the one exit
export { redactionMark, redactText } from './leak/redact-text.ts';
export { screenText, type TextContext } from './leak/screen-text.ts';
// Computers, Screens and what happens on them
export { type ActionApproval, actionApprovalSchema } from './records/action-approval.ts';
export { type ActionBinding, actionBindingSchema } from './records/action-binding.ts';
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
export {
  type Computer,
  type ComputerLifecycle,
  computerLifecycleSchema,
  computerSchema,
} from './records/computer.ts';
export {
  type ComputerProfile,
  computerProfileSchema,
  type RecoveryGrade,
  recoveryGradeSchema,
  type SharingScope,
  sharingScopeSchema,
} from './records/computer-profile.ts';
export { type EffectClass, effectClassSchema, needsGate } from './records/effect-class.ts';
// What the kernel keeps, as the public sees it
export { type EvidenceRecord, evidenceSchema } from './records/evidence.ts';
export {
  type EvidenceClass,
  evidenceClassSchema,
  type HandleKind,
  handleKindSchema,
} from './records/evidence-class.ts';
// The plan
export {
  type Extraction,
  extractionSchema,
  type StoreSource,
  storeSourceSchema,
} from './records/extraction.ts';
export { type GateClosedFor, type GateRecord, gateClosedForSchema, gateSchema } from './records/gate.ts';
export { type GateBinding, gateBindingSchema } from './records/gate-binding.ts';
export { breadthOf, type LeavingWrite, leavingWrites } from './records/leaving-write.ts';
export { observationSchema, type ScreenObservation } from './records/observation.ts';
export { type ObservedFacts, observedFactsSchema } from './records/observed-facts.ts';
export { type OperatingMode, operatingModeSchema } from './records/operating-mode.ts';
export { type Permit, permitSchema } from './records/permit.ts';
export {
  type KnownModal,
  knownModalSchema,
  type Plan,
  type PlanFile,
  type PlanStep,
  permitRulesDigest,
  planDigest,
  planFileMaximum,
  planFileSchema,
  planSchema,
  planStepSchema,
} from './records/plan.ts';
export { type Principal, principalSchema, samePrincipal } from './records/principal.ts';
export { type Problem, type ProblemType, problemOf, problemSchema, problemTypes } from './records/problem.ts';
export {
  type FollowingTodo,
  followingTodoSchema,
  type ProposedTransition,
  proposedTransitionSchema,
} from './records/proposed-transition.ts';
export { type PublishedRecord, publishedRecords } from './records/published.ts';
export { type Receipt, receiptSchema } from './records/receipt.ts';
export { type RetentionKind, retentionKindSchema } from './records/retention.ts';
export { type RuntimeProfile, runtimeProfileSchema } from './records/runtime-profile.ts';
export { type Screen, type ScreenControl, screenControlSchema, screenSchema } from './records/screen.ts';
export { type StopReason, stopReasonSchema } from './records/stop-reason.ts';
export {
  type ActionIntent,
  actionDigest,
  actionIntentSchema,
  type StructuralAction,
  structuralActionSchema,
} from './records/structural-action.ts';
export {
  type StandingSubject,
  type Subject,
  standingSubjectDigest,
  standingSubjectSchema,
  subjectDigest,
  subjectSchema,
} from './records/subject.ts';
export { type Target, type TargetRole, targetRoleSchema, targetSchema } from './records/target.ts';
export { elementRefSchema, type TargetLabel, targetLabelSchema } from './records/target-label.ts';
export { type TodoRecord, type TodoState, todoSchema, todoStateSchema } from './records/todo.ts';
export {
  type Usage,
  type UsageMeasure,
  type UsageOutcome,
  usageMeasureSchema,
  usageOutcomeSchema,
  usageSchema,
} from './records/usage.ts';
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
export {
  annexLimits,
  type JsonLimits,
  planLimits,
  proposalLimits,
  recordLimits,
} from './strict-json/limits.ts';
export { isBytes } from './strict-json/own-bytes.ts';
export { type JsonReading, readStrictJson } from './strict-json/read-json.ts';
export { NotPlainDataError, toWireBytes, tryWireBytes, type WireBytes } from './strict-json/wire-bytes.ts';
// What stands for text that is kept nowhere
export {
  type KeyedDigest,
  observedInAnnex,
  observedInSubject,
  unkeptAnnex,
  unkeptQuestion,
  unkeptSubject,
} from './unkept/unkept.ts';
// What write rules match, and whether two of them can match the same write
export { isAddressPart } from './write-rules/address-part.ts';
export { foldedFormName, isOverrideField } from './write-rules/field-names.ts';
export { ruleExcludes } from './write-rules/rule-excludes.ts';
export { holdsPlaceholder, matchesTemplate, templatesMeet } from './write-rules/template.ts';
