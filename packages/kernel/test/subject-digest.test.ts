import { readFileSync } from 'node:fs';
import { standingSubjectDigest, standingSubjectSchema, subjectDigest, subjectSchema } from '@cux/contracts';
import { describe, expect, it } from 'vitest';
import { records } from '../src/store-suite/index.ts';
import { standingSubject } from './support/enrolment.ts';

const subject = records.subjectFor({
  record_id: 'article-1',
  record_revision: 1,
  content_digest: records.contentDigest('first text'),
});
const whole = {
  ...subject,
  final_action: {
    ...subject.final_action,
    within: { role: 'region', name: 'Ready to publish?' },
    frame: 'editor',
  },
};

type Json = null | string | number | boolean | readonly Json[] | { readonly [key: string]: Json };

/** Each leaf of a value by its path, and the value with that one leaf changed. */
function changed(value: Json, path = ''): readonly (readonly [path: string, value: Json])[] {
  if (Array.isArray(value)) {
    return value.flatMap((each, index) =>
      changed(each, `${path}/${index}`).map(([at, next]) => [at, value.with(index, next)] as const),
    );
  }
  if (typeof value === 'object' && value !== null) {
    return Object.entries(value).flatMap(([key, each]) =>
      changed(each, `${path}/${key}`).map(([at, next]) => [at, { ...value, [key]: next }] as const),
    );
  }
  if (typeof value === 'number') return [[path, value + 1]];
  return [[path, `${String(value)}-changed`]];
}

function reversed(value: Json): Json {
  if (Array.isArray(value)) return value.map(reversed);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value)
      .reverse()
      .map(([key, each]) => [key, reversed(each)]),
  );
}

const digests = {
  item: { value: whole as unknown as Json, digest: subjectDigest as (value: never) => string },
  standing: {
    value: standingSubject as unknown as Json,
    digest: standingSubjectDigest as (value: never) => string,
  },
};

describe.each(Object.entries(digests))(
  'what an approval of an %s subject is about',
  (_name, { value, digest }) => {
    it.each(changed(value))('is another one where %s differs', (_path, other) => {
      expect(digest(other as never)).not.toBe(digest(value as never));
    });

    it('is the same one whatever the order of its keys', () => {
      expect(JSON.stringify(reversed(value))).not.toBe(JSON.stringify(value));
      expect(digest(reversed(value) as never)).toBe(digest(value as never));
    });
  },
);

describe('the list of fields', () => {
  it('is closed', () => {
    expect(subjectSchema.safeParse({ ...subject, trace_id: 'one' }).success).toBe(false);
    expect(standingSubjectSchema.safeParse({ ...standingSubject, trace_id: 'one' }).success).toBe(false);
  });

  it('is the one that docs/kernel.md names', () => {
    const document = readFileSync(new URL('../../../docs/kernel.md', import.meta.url), 'utf8');
    const [, section = ''] = document.split('## What an approval is about\n');
    const named = [...(section.split('\n## ')[0] ?? '').matchAll(/^\| `(\w+)` \|/gm)].map(
      ([, field]) => field,
    );
    expect(named).toEqual([...Object.keys(subjectSchema.shape), ...Object.keys(standingSubjectSchema.shape)]);
  });
});
