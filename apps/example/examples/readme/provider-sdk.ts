import type { WriteRule } from '@cux/contracts';
import { decideRequest, type GuardState } from '@cux/provider-sdk';

const saveDraft: WriteRule = {
  id: 'save-draft',
  effect_class: 'draft',
  describes: 'save the article as a draft',
  method: 'POST',
  origin: 'https://newsroom.example',
  path: '/api/articles/7',
  query: [],
  override_method: null,
  body: {
    kind: 'json',
    fields: [{ field: '/status', operator: 'equals', value: 'draft' }],
    other_fields: 'deny',
  },
};
const state: GuardState = {
  phase: 'configured',
  origins: ['https://newsroom.example'],
  rules: [{ rule: saveDraft, permit: false, spent: false, expired: false }],
};
const write = (url: string, body: object) =>
  decideRequest(
    {
      kind: 'request',
      method: 'POST',
      url,
      headers: { 'content-type': 'application/json' },
      body: new TextEncoder().encode(JSON.stringify(body)),
    },
    state,
  );

// What `startGuard` asks about each request of a browser, before anything of it leaves the machine.
console.log(write('https://newsroom.example/api/articles/7', { status: 'draft' }).rule); // save-draft
console.log(write('https://newsroom.example/api/articles/7', { status: 'published' }).rule); // guard.body-mismatch
console.log(write('https://newsroom.example/api/articles/8', { status: 'draft' }).rule); // guard.no-rule
console.log(write('https://elsewhere.example/api', { status: 'draft' }).rule); // guard.foreign-origin
