import { type ActionRequest, type GateBinding, type Plan, subjectDigest } from '@cux/contracts';
import type { AttemptDraft, AttemptInput, CapabilityRecord, Gate } from '@cux/kernel/capability';
import type { Content } from '../content/content.ts';
import { ContentOpsFault } from '../content-ops-fault.ts';
import { itemFacts } from '../item/item-facts.ts';
import { advance, type ItemEvent } from '../item/item-machine.ts';
import { checkContent } from '../recipes/check-content.ts';
import { type RecipePhase, renderPlan } from '../recipes/render-plan.ts';
import { namesContent } from '../recipes/template.ts';
import { type Publication, publication, renderFault } from './publish-subject.ts';
import type { PublishingCase } from './publishing-case.ts';
import { evidenceWanted, type PublishingUnit, unitWordings } from './request-wording.ts';
import { enrolmentActions } from './standing-question.ts';

/**
 * Builds the bounded request, its plan and its subject from the todo, the gate's head, the record, the profile
 * and the rules (`spec/computer-use-runtime-v0`, Action Request Shape). Pure. Throws a `ContentOpsFault` where
 * a person has to mend content, rules or recipe first; the provider has not been contacted then.
 */
export function prepareAttempt(input: AttemptInput, subjectCase: PublishingCase): AttemptDraft {
  const { todo } = input;
  switch (todo.action_unit) {
    case 'draft_until_review_gate':
      underWay(input, ['hold']);
      return plainAttempt(input, subjectCase, todo.action_unit, 'draft', fitContent(input, subjectCase));
    case 'publish_after_approved_gate':
      return publishAttempt(input, subjectCase);
    case 'inspect_screen':
      knownItem(input);
      return plainAttempt(input, subjectCase, todo.action_unit, 'read_back', comparable(subjectCase));
    case 'enrol_stored_session':
      return enrolAttempt(input, subjectCase);
    default:
      throw new ContentOpsFault(
        'unit_not_offered',
        'Publishing has no such action unit; make the todo a draft, a publication or a read-back.',
      );
  }
}

function publishAttempt(input: AttemptInput, subjectCase: PublishingCase): AttemptDraft {
  const record = underWay(input, input.record?.state === 'approved' ? ['publish'] : ['approve', 'publish']);
  const prepared = publication(subjectCase, record, fitContent(input, subjectCase), knownItem(input), {
    evidence: evidenceWanted(input.profile),
    policy_version: input.policy_version,
  });
  if (!prepared.ok) throw renderFault(prepared.problems);
  const binding = currentBinding(input.gate, prepared);
  return {
    request: requestFor(input, subjectCase, 'publish_after_approved_gate', binding),
    plan: prepared.plan,
    subject: prepared.subject,
    stored_session: storedSession(subjectCase),
  };
}

function enrolAttempt(input: AttemptInput, subjectCase: PublishingCase): AttemptDraft {
  const { gate } = input;
  const binding = gate?.kind === 'standing' && gate.status === 'open' ? bindingOf(gate) : null;
  return {
    request: requestFor(input, subjectCase, 'enrol_stored_session', binding),
    plan: plan(input, subjectCase, 'sign_in', {}),
    subject: null,
    stored_session: storedSession(subjectCase),
  };
}

/** Drafts and read-backs commit nothing, so they are bound to no gate. */
function plainAttempt(
  input: AttemptInput,
  subjectCase: PublishingCase,
  unit: PublishingUnit,
  phase: RecipePhase,
  content: Content,
): AttemptDraft {
  return {
    request: requestFor(input, subjectCase, unit, null),
    plan: plan(input, subjectCase, phase, content),
    subject: null,
    stored_session: storedSession(subjectCase),
  };
}

function plan(input: AttemptInput, subjectCase: PublishingCase, phase: RecipePhase, content: Content): Plan {
  const { origin, account } = subjectCase.site;
  const item = itemFacts(input.record).itemId;
  const evidence = evidenceWanted(input.profile);
  const rendered = renderPlan(subjectCase.recipe, { phase, origin, account, item, content, evidence });
  if (!rendered.ok) throw renderFault(rendered.problems);
  return rendered.plan;
}

/**
 * A gate that is not current gives no binding. The request is then short of what its class needs, and the
 * kernel refuses it: a capability cannot talk itself past a gate.
 */
function requestFor(
  input: AttemptInput,
  subjectCase: PublishingCase,
  unit: PublishingUnit,
  binding: GateBinding | null,
): ActionRequest {
  const wording = unitWordings[unit];
  return {
    schema_version: 'computer_use_action_request_v0',
    goal_id: input.todo.goal_id,
    todo_id: input.todo.todo_id,
    provider_id: input.profile.provider_id,
    action_unit: unit,
    effect_class: wording.effectClass,
    write_scope: {
      allowed_actions: [...allowedActions(subjectCase, unit)],
      forbidden_effect_classes: [...wording.forbidden],
    },
    ...(binding === null ? {} : { gate_binding: binding }),
    stop_condition: wording.stopCondition,
    validation_target: wording.validationTarget,
  };
}

/** What an attempt of this unit may do, as sentences. */
export function allowedActions({ recipe }: PublishingCase, unit: PublishingUnit): readonly string[] {
  switch (unit) {
    case 'draft_until_review_gate':
      return recipe.draft.allowed_actions;
    case 'publish_after_approved_gate':
      return recipe.publish.allowed_actions;
    case 'inspect_screen':
      return recipe.read_back.allowed_actions;
    case 'enrol_stored_session':
      return enrolmentActions;
  }
}

function currentBinding(gate: Gate | null, { subject }: Publication): GateBinding | null {
  const current =
    gate?.kind === 'item' && gate.status === 'open' && gate.subject_digest === subjectDigest(subject);
  return current ? bindingOf(gate) : null;
}

function bindingOf({ gate_id, revision, status }: Gate): GateBinding {
  return { gate_id, revision, status };
}

function storedSession({ recipe, site }: PublishingCase): AttemptDraft['stored_session'] {
  return recipe.sign_in === null ? null : { account: site.account, origin: site.origin };
}

function ownRecord({ record }: AttemptInput): CapabilityRecord {
  if (record !== null) return record;
  throw new ContentOpsFault('content_moved', 'The todo has no item; make one and name it in the todo.');
}

/** The record, in a state from which these events are possible: what was given up, or is out, is not tried. */
function underWay(input: AttemptInput, events: readonly ItemEvent[]): CapabilityRecord {
  const record = ownRecord(input);
  if (advance(record.state, events) !== null) return record;
  throw new ContentOpsFault(
    'item_not_under_way',
    `The item is ${record.state.replaceAll('_', ' ')}, and this is not possible from there; cancel the todo, or revise the item.`,
  );
}

function knownItem({ record }: AttemptInput): string {
  const { itemId } = itemFacts(record);
  if (itemId !== null) return itemId;
  throw new ContentOpsFault(
    'item_unknown',
    'The site’s own id of the item is not known yet; let a draft attempt save it first.',
  );
}

/** What a read-back compares with. Most recipes take digests and need nothing; one that compares in a form needs the content. */
function comparable({ recipe, content }: PublishingCase): Content {
  if (content === null && namesContent(recipe.read_back)) throw contentMoved();
  return content ?? {};
}

function contentMoved(): ContentOpsFault {
  return new ContentOpsFault(
    'content_moved',
    'The content is not the one that the item names; revise the item to take up the new content.',
  );
}

/** The record's content, in a form that the site can hold exactly. */
function fitContent(input: AttemptInput, { recipe, content }: PublishingCase): Content {
  ownRecord(input);
  if (content === null) throw contentMoved();
  const problems = checkContent(recipe, content);
  if (problems.length === 0) return content;
  const sentences = problems.map(({ field, message }) => `${field}: ${message}`).join(' ');
  throw new ContentOpsFault('content_unfit', `The site cannot hold this content. ${sentences}`);
}
