import type { BodyPredicate, FieldPredicate, WriteRule } from '@cux/contracts';
import type { GuardState } from '../../../src/guard/guard-state.ts';
import type { ObservedRequest } from '../../../src/guard/observed-write.ts';
import { bytesOf, draftRequest, draftRule, origin, stateWith } from './examples.ts';

/** One request, what becomes of it, and why. */
export interface Row {
  readonly because: string;
  readonly verdict: string;
  readonly request: ObservedRequest;
  readonly state: GuardState;
}

export function row(
  because: string,
  verdict: string,
  request: ObservedRequest,
  state: GuardState = stateWith(draftRule),
): Row {
  return { because, verdict, request, state };
}

export const get = (rest: string): ObservedRequest => ({
  method: 'GET',
  url: `${origin}${rest}`,
  headers: {},
  body: new Uint8Array(),
  kind: 'request',
});

export const url = (rest: string): ObservedRequest => ({ ...draftRequest, url: `${origin}${rest}` });

export const absolute = (address: string): ObservedRequest => ({ ...get('/'), url: address });

export const json = (text: string): ObservedRequest => ({ ...draftRequest, body: bytesOf(text) });

export const headers = (more: ObservedRequest['headers'], from = draftRequest): ObservedRequest => ({
  ...from,
  headers: { ...from.headers, ...more },
});

export const rule = (changes: Partial<WriteRule>): GuardState => stateWith({ ...draftRule, ...changes });

/** A rule whose JSON body must hold these, whatever else is in it. */
export function fields(...list: FieldPredicate[]): GuardState {
  const body: BodyPredicate = { kind: 'json', fields: list, other_fields: 'allow' };
  return rule({ body });
}

export const status = { field: '/status', operator: 'equals', value: 'draft' } as const;
