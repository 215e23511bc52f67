import type { StoreSource } from '../../records/extraction.ts';
import type { Plan } from '../../records/plan.ts';
import { holdsPlaceholder } from '../../write-rules/template.ts';
import type { PartsRule } from './statement.ts';

const placeholder = /\{([a-z][a-z0-9_]{0,63})\}/g;

/** A read of the site's store: where it stands in the plan, and the facts that are known by then. */
interface StoreRead {
  readonly path: string;
  readonly source: StoreSource;
  readonly known: ReadonlySet<string>;
}

/** A step is checked before anything is extracted; an extraction knows those before it. */
function storeReads({ steps, extractions }: Plan): readonly StoreRead[] {
  return [
    ...steps.flatMap((step, index): StoreRead[] =>
      step.kind === 'verify_fact'
        ? [{ path: `/steps/${index}/source`, source: step.source, known: new Set() }]
        : [],
    ),
    ...extractions.flatMap(({ source }, index): StoreRead[] => {
      const known = new Set(extractions.slice(0, index).flatMap(({ name }) => [name]));
      return source.kind === 'json' ? [{ path: `/extractions/${index}/source`, source, known }] : [];
    }),
  ];
}

function addressesOf({ path, source }: StoreRead): readonly (readonly [path: string, url: string])[] {
  const { url, header } = source;
  return [
    [`${path}/url`, url],
    ...(header === undefined ? [] : [[`${path}/header/url`, header.url] as const]),
  ];
}

/** Any value stands for a name: it is put in encoded, so it leads to no other origin. */
function liesWithin({ allowed_origins: origins, start_url: base }: Plan, url: string): boolean {
  const filled = url.replaceAll(placeholder, 'x');
  return URL.canParse(filled, base) && origins.includes(new URL(filled, base).origin);
}

/** A path as the guard compares it: rooted, and nothing in it that an address would resolve or cut off. */
function isRooted(path: string): boolean {
  const dots = path.split('/').some((segment) => /^(?:\.|%2e){1,2}$/i.test(segment));
  return path.startsWith('/') && !path.startsWith('//') && !/[?#\\\s]/.test(path) && !dots;
}

/** Where a plan reads and what its rules let be written to. */
export const addressRules: readonly PartsRule<Plan>[] = [
  {
    id: 'plan.read-outside-origins',
    restsOn: ['allowed_origins', 'start_url'],
    statement: 'A fact must be read from within the allowed origins.',
    violations: (plan) =>
      storeReads(plan)
        .flatMap(addressesOf)
        .flatMap(([path, url]) => (liesWithin(plan, url) ? [] : [path])),
  },
  {
    id: 'plan.unknown-name',
    restsOn: ['extractions'],
    statement: 'An address must hold only names of earlier extractions; a step has none.',
    violations: (plan) =>
      storeReads(plan).flatMap((read) =>
        addressesOf(read).flatMap(([path, url]) =>
          [...url.matchAll(placeholder)].some(([, name = '']) => !read.known.has(name)) ? [path] : [],
        ),
      ),
  },
  {
    id: 'plan.rule-path',
    restsOn: [],
    statement:
      'The path of a write rule must begin with a slash and hold no dot segment, query or fragment; that of a permit rule must be the one address that is approved, without {integer} or {segment}.',
    violations: ({ write_rules: drafts, permit_rules: permitted }) => [
      ...drafts.flatMap(({ path }, index) => (isRooted(path) ? [] : [`/write_rules/${index}/path`])),
      ...permitted.flatMap(({ path }, index) =>
        isRooted(path) && !holdsPlaceholder(path) ? [] : [`/permit_rules/${index}/path`],
      ),
    ],
  },
];
