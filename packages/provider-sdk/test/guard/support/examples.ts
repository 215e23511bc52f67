import type { WriteRule } from '@cux/contracts';
import type { GuardState } from '../../../src/guard/guard-state.ts';
import type { ObservedRequest } from '../../../src/guard/observed-write.ts';

export const origin = 'https://newsroom.example';

/** Saves an article as a draft: the rule that most rows start from. */
export const draftRule: WriteRule = {
  id: 'save-draft',
  effect_class: 'draft',
  describes: 'Saves the article as a draft',
  method: 'POST',
  origin,
  path: '/api/articles/{integer}',
  query: [{ field: 'lang', operator: 'equals_if_present', value: 'en' }],
  override_method: null,
  body: {
    kind: 'json',
    fields: [
      { field: '/status', operator: 'equals', value: 'draft' },
      { field: '/meta/slug', operator: 'equals_if_present', value: 'q3' },
      { field: '/tags', operator: 'present' },
    ],
    other_fields: 'deny',
  },
};

export const jsonBody = { status: 'draft', tags: ['a', 'b'], meta: { slug: 'q3' } };

export const bytesOf = (text: string): Uint8Array => new TextEncoder().encode(text);

/** The request that `draftRule` is for. */
export const draftRequest: ObservedRequest = {
  method: 'POST',
  url: `${origin}/api/articles/12?lang=en`,
  headers: { host: 'newsroom.example', 'content-type': 'application/json', cookie: 'a=b' },
  body: bytesOf(JSON.stringify(jsonBody)),
  kind: 'request',
};

export function stateWith(...rules: readonly WriteRule[]): GuardState {
  return {
    phase: 'configured',
    origins: [origin],
    rules: rules.map((rule) => ({ rule, permit: false, spent: false, expired: false })),
  };
}

/** A form as browsers send it, with a rule that names its status. */
export const formRule: WriteRule = {
  ...draftRule,
  query: [],
  body: {
    kind: 'form',
    fields: [{ field: 'status', operator: 'equals', value: 'draft' }],
    other_fields: 'allow',
  },
};

export const multipartRule: WriteRule = {
  ...formRule,
  body: {
    kind: 'multipart',
    fields: [
      { field: 'status', operator: 'equals', value: 'draft' },
      { field: 'file', operator: 'present' },
    ],
    other_fields: 'deny',
  },
};

export function formRequest(text: string): ObservedRequest {
  return {
    ...draftRequest,
    url: `${origin}/api/articles/12`,
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
    body: bytesOf(text),
  };
}

export function multipartRequest(text: string): ObservedRequest {
  return {
    ...formRequest(text),
    headers: { 'content-type': 'multipart/form-data; boundary=----B7' },
  };
}
