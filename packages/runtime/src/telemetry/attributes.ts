import type { Attributes } from '@opentelemetry/api';
import { type AttributeKey, attributeKeys, type Facts, measuredKeys } from './names.ts';

/** Ids and words as they are made here; whatever has another form is told as `_OTHER`, which says nothing. */
const forms: { readonly [Key in AttributeKey]?: RegExp } = {
  'cux.workspace.name': /^[\x21-\x7e]{1,200}$/,
  'cux.capability.id': /^[\x21-\x7e]{1,120}$/,
  'cux.provider.id': /^[\x21-\x7e]{1,120}$/,
  // Of cux (`engine_gone`), of Node (`ECONNREFUSED`, `ERR_…`) or of SQLite.
  'error.type': /^(?:[a-z]+(?:_[a-z]+){0,6}|E[A-Z0-9]{3,20}|(?:ERR|SQLITE)_[A-Z0-9_]{1,60})$/,
};
const id = /^[a-z]+_[0-9a-hjkmnp-tv-z]{26}$/;
const word = /^[a-z][A-Za-z0-9]*(?:[._-][a-z0-9]+)*$/;
const longest = 80;

/** The attributes of a span: each fact in its form. */
export function spanAttributes(facts: Facts): Attributes {
  return attributesOf(facts, listed);
}

/** The attributes of a measurement. */
export function measuredAttributes(facts: Facts): Attributes {
  return attributesOf(facts, measuredKeys);
}

const listed: ReadonlySet<string> = new Set(attributeKeys);

function attributesOf(facts: Facts, keys: ReadonlySet<string>): Attributes {
  const attributes: Attributes = {};
  for (const key of Object.keys(facts) as AttributeKey[]) {
    const value = facts[key];
    if (!keys.has(key)) continue;
    if (typeof value === 'string') attributes[key] = inForm(key, value) ? value : '_OTHER';
  }
  return attributes;
}

function inForm(key: AttributeKey, value: string): boolean {
  const form = forms[key];
  if (form !== undefined) return form.test(value);
  if (key.endsWith('.id')) return id.test(value);
  return value.length <= longest && word.test(value);
}

/** What an answer says of itself, where it has a kind; a refusal names its rule, and its rung. */
export function factsOf(answer: unknown): Facts {
  if (typeof answer !== 'object' || answer === null) return {};
  const said = answer as Readonly<Record<string, unknown>>;
  const text = (name: string): string | null => (typeof said[name] === 'string' ? said[name] : null);
  return {
    'cux.outcome': text('kind'),
    'cux.refusal.rule': text('rule'),
    'cux.refusal.rung': text('rung'),
    'cux.todo.state': text('todo_state'),
    'cux.attempt.id': text('attempt_id'),
  };
}
