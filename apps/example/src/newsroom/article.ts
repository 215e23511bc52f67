import { z } from 'zod';

export const sections = ['News', 'Culture', 'Sport'] as const;

/** What an editor sends: drafts and publications use the same URL and method, and differ in `status` only. */
export const articleInputSchema = z.strictObject({
  status: z.enum(['draft', 'published']),
  headline: z.string().max(200),
  body: z.string().max(50_000),
  section: z.enum(sections),
});

export type ArticleInput = z.infer<typeof articleInputSchema>;

export const articleSchema = z.strictObject({
  id: z.number().int().min(1),
  status: z.enum(['auto-draft', 'draft', 'published']),
  headline: z.string(),
  body: z.string(),
  section: z.enum(sections),
});

/** An article as the newsroom keeps it. `auto-draft` is the row that opening the new-article page makes. */
export type Article = z.infer<typeof articleSchema>;

/** One line of the newsroom's list of publications: one external effect. */
export const publicationSchema = z.strictObject({ at: z.string(), article: articleSchema });

export type Publication = z.infer<typeof publicationSchema>;
