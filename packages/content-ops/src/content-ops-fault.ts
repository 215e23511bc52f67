/**
 * Something that the person who set this up has to repair; `code` is stable, the message names the next step
 * and never holds content.
 *
 * - `recipe_missing`: the rules name a recipe that was not supplied.
 * - `site_unknown`: the item names no site of the rules.
 * - `content_moved`: the content is no longer the one that the record names.
 * - `content_unfit`: the content has not the form that the site's recipe asks for.
 * - `item_unknown`: a publication or read-back is due, and the site's own id of the item is not known.
 * - `item_not_under_way`: the item was given up or is out, so that there is nothing to draft or publish.
 * - `unit_not_offered`: publishing has no such action unit.
 * - `recipe_unfit`: the recipe does not render to a valid plan.
 */
export class ContentOpsFault extends Error {
  readonly code:
    | 'recipe_missing'
    | 'site_unknown'
    | 'content_moved'
    | 'content_unfit'
    | 'item_unknown'
    | 'item_not_under_way'
    | 'unit_not_offered'
    | 'recipe_unfit';

  constructor(code: ContentOpsFault['code'], message: string) {
    super(message);
    this.name = 'ContentOpsFault';
    this.code = code;
  }

  static isInstance(value: unknown): value is ContentOpsFault {
    return value instanceof Error && value.name === 'ContentOpsFault' && 'code' in value;
  }
}
