// The capability

// What an item is about: rules, site, recipe and content
export type { PublishingCase } from './attempt/publishing-case.ts';
export { signInSurface } from './attempt/sign-in-surface.ts';
export { type StandingQuestion, standingQuestion } from './attempt/standing-question.ts';
// Attention
export { type AttentionLine, describeAttention } from './attention/describe-attention.ts';
export { describeSubject } from './attention/describe-subject.ts';
export { evidenceFileName } from './attention/evidence-file-name.ts';
export { plainLine } from './attention/plain-line.ts';
// Content
export { type Content, type ContentSource, contentDigest, contentSchema } from './content/content.ts';
export { type ContentOpsOptions, contentOpsDescription, createContentOps } from './content-ops.ts';
export { ContentOpsFault } from './content-ops-fault.ts';
// Items
export {
  capabilityId,
  captureItem,
  type ItemChange,
  type RecordChange,
  reviseItem,
  skipItem,
  supersedeItem,
} from './item/item-changes.ts';
export { type ItemFacts, itemFacts } from './item/item-facts.ts';
export {
  advance,
  type ItemEvent,
  type ItemState,
  itemEvents,
  itemStateSchema,
  itemStates,
} from './item/item-machine.ts';
export { type ApprovalUse, type ShownState, shownState } from './item/shown-state.ts';
export {
  type FileProblem,
  type FileVerdict,
  jsonPointer,
  parsePositionedJson,
  problemAt,
} from './json/positioned-json.ts';
export { type ContentProblem, checkContent } from './recipes/check-content.ts';
// Site recipes
export { checkRecipe, type RecipeProblem } from './recipes/check-recipe.ts';
export { itemExtraction, itemField, itemNamedBy } from './recipes/item-name.ts';
export { parseSiteRecipe, type SiteRecipeVerdict } from './recipes/parse-site-recipe.ts';
export {
  atOrigin,
  type RecipePhase,
  type RenderInput,
  type RenderVerdict,
  renderPlan,
} from './recipes/render-plan.ts';
export { dokuwiki } from './recipes/shipped/dokuwiki.ts';
export { shippedRecipes } from './recipes/shipped/index.ts';
export { newsroom } from './recipes/shipped/newsroom.ts';
export {
  wordpress,
  wordpressContributor,
  wordpressOneClick,
  wordpressPermalinks,
} from './recipes/shipped/wordpress.ts';
export { wordpressClassic } from './recipes/shipped/wordpress-classic.ts';
export { wordpressRest } from './recipes/shipped/wordpress-rest.ts';
export { type SiteRecipe, type StoreCheck, siteRecipeSchema } from './recipes/site-recipe.ts';
export { type Ending, endingOf } from './reducer/ending.ts';
// The reducer
export { type Meaning, meanings, type Row } from './reducer/meanings.ts';
export { reduce } from './reducer/reduce.ts';
// Publishing rules
export { type PublishingRulesVerdict, parsePublishingRules } from './rules/parse-publishing-rules.ts';
export {
  type PublishingRules,
  type PublishingSite,
  publishingRulesSchema,
  siteFor,
  siteName,
} from './rules/publishing-rules.ts';
export { usualRules } from './rules/usual-rules.ts';
