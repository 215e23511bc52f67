import type { RecipeRule } from '../../site-recipe.ts';

/** What differs from site to site and account to account. */
export interface Variant {
  readonly name: string;
  readonly describes: string;
  /** Path and query of one post in the REST interface, with the id in the given notation. */
  readonly post: (id: string) => Pick<RecipeRule, 'path' | 'query'>;
  /** Whether the editor opens a panel that asks once more, which is a preference of the account. */
  readonly asksBefore: boolean;
  /** What the account may do with a draft: the button, what it sends, and how people are told. */
  readonly outcome: {
    readonly button: string;
    readonly status: string;
    readonly decision: string;
    readonly describes: string;
  };
}
