import { isAddressPart } from '@cux/contracts';
import { type Content, contentSchema } from '../content/content.ts';
import { itemField } from './item-name.ts';
import type { SiteRecipe } from './site-recipe.ts';

/** What is wrong with a piece of content for a site. Names fields, never values. */
export interface ContentProblem {
  /** For example `content.field-missing`. */
  readonly rule: string;
  readonly field: string;
  readonly message: string;
}

/** Whether a site can hold the content exactly as it is. All problems at once; empty when it fits. */
export function checkContent(recipe: SiteRecipe, content: Content): readonly ContentProblem[] {
  return [...malformed(content), ...unknownFields(recipe, content), ...unfitFields(recipe, content)];
}

/** An ampersand that begins no character reference. */
const bareAmpersand = /&(?!(?:[A-Za-z][A-Za-z0-9]{1,31}|#\d{1,7}|#[xX][0-9A-Fa-f]{1,6});)/;

function malformed(content: Content): ContentProblem[] {
  const result = contentSchema.safeParse(content);
  if (result.success) return [];
  return result.error.issues.map((issue) => ({
    rule: 'content.malformed',
    field: String(issue.path[0] ?? ''),
    message: 'No form keeps this text; use line feeds only, no NUL, and at most 65 536 characters.',
  }));
}

function unknownFields(recipe: SiteRecipe, content: Content): ContentProblem[] {
  return Object.keys(content)
    .filter((field) => field !== 'site' && recipe.content_fields[field] === undefined)
    .map((field) => ({
      rule: 'content.field-unknown',
      field,
      message: `The site has no field for it; it has ${Object.keys(recipe.content_fields).join(', ')}.`,
    }));
}

function unfitFields(recipe: SiteRecipe, content: Content): ContentProblem[] {
  return Object.entries(recipe.content_fields).flatMap(([field, wanted]) => {
    const value = content[field];
    const problem = (rule: string, message: string): ContentProblem => ({ rule, field, message });
    if (value === undefined) return [problem('content.field-missing', `${wanted.label} is missing; add it.`)];
    const problems: ContentProblem[] = [];
    if (wanted.single_line && value.includes('\n')) {
      problems.push(
        problem('content.line-break', `${wanted.label} is one line on this site; join the lines.`),
      );
    }
    if (wanted.html && bareAmpersand.test(value)) {
      problems.push(
        problem('content.bare-ampersand', `${wanted.label} is HTML on this site; write & as &amp;.`),
      );
    }
    if (field === itemField(recipe) && !isAddressPart(value)) {
      const message = `${wanted.label} names the item in addresses; use 1 to 200 letters, digits and . _ ~ - only.`;
      problems.push(problem('content.not-an-item-name', message));
    }
    if (value.length > wanted.maximum) {
      const message = `${wanted.label} is longer than the ${wanted.maximum} characters that the site keeps; shorten it.`;
      problems.push(problem('content.too-long', message));
    }
    if (wanted.one_of !== undefined && !wanted.one_of.includes(value)) {
      const message = `${wanted.label} is not one of the site’s choices: ${wanted.one_of.join(', ')}.`;
      problems.push(problem('content.not-offered', message));
    }
    return problems;
  });
}
