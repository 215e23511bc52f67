import type { Action, PolicyDecider, PolicyDecision } from '@cux/policy';
import { describe, expect, it, vi } from 'vitest';
import { readPolicy } from '../src/attempt/read-policy.ts';

const version = `sha256:${'a'.repeat(64)}`;
const permits: PolicyDecision = {
  effect: 'permit',
  policy_version: version,
  rules: ['r'],
  reasons: [{ id: 'r', text: 'It may.' }],
};
const action = {} as Action;

/** Answers each question in turn, and the last one ever after. */
const inTurn = (...answers: readonly (() => unknown)[]) => {
  let asked = 0;
  return () => {
    const answer = answers[Math.min(asked, answers.length - 1)];
    asked += 1;
    return answer?.();
  };
};

const thrown = (): never => {
  throw new Error('CANARY of the rules');
};

const withGetter = (name: keyof PolicyDecision, get: () => unknown): unknown =>
  Object.defineProperty({ ...permits }, name, { enumerable: true, get });

const reading = (decide: () => unknown, its: unknown = version): PolicyDecider =>
  readPolicy({ version: its, decide } as PolicyDecider);

describe('a policy, as the host reads it', () => {
  it('decides what it decides', () => {
    expect(reading(() => permits).decide(action)).toEqual(permits);
  });

  it.each<[string, () => unknown]>([
    ['throws', thrown],
    ['answers nothing', () => undefined],
    ['answers a word', () => 'permit'],
    ['answers a promise', async () => permits],
    ['answers a proxy that throws', () => new Proxy({}, { get: thrown })],
    ['answers an effect that is an object', () => ({ ...permits, effect: Object('permit') })],
    ['answers rules that are no names', () => ({ ...permits, rules: [{}] })],
    ['answers reasons that are not there', () => ({ ...permits, reasons: new Array(2) })],
    ['answers a version that is none', () => ({ ...permits, policy_version: 7 })],
  ])('forbids where it %s', (_how, decide) => {
    const decision = reading(decide).decide(action);
    expect(decision).toMatchObject({ effect: 'forbid', policy_version: version });
    expect(JSON.stringify(decision)).not.toContain('CANARY');
  });

  it.each<[string, () => unknown]>([
    [
      'another effect',
      inTurn(
        () => 'permit',
        () => 'forbid',
        () => 'whatever',
      ),
    ],
    ['none', inTurn(() => 'permit', thrown)],
  ])('has decided when it has answered: looked at again it has %s', (_what, effect) => {
    const decision = reading(() => withGetter('effect', effect)).decide(action);
    expect([decision.effect, decision.effect, { ...decision }.effect]).toEqual([
      'permit',
      'permit',
      'permit',
    ]);
  });

  it('forbids where its promise is broken later, and nobody hears of that', async () => {
    const unhandled = vi.fn();
    process.on('unhandledRejection', unhandled);
    try {
      const late = new Promise((_, reject) => setImmediate(reject));
      expect(reading(() => late).decide(action).effect).toBe('forbid');
      await new Promise((resolve) => setTimeout(resolve, 5));
      expect(unhandled).not.toHaveBeenCalled();
    } finally {
      process.off('unhandledRejection', unhandled);
    }
  });

  it.each<[string, PolicyDecider]>([
    ['has none', reading(() => permits, null)],
    ['says something else', reading(() => permits, {})],
    [
      'throws',
      readPolicy({
        get version() {
          return thrown();
        },
        decide: () => permits,
      }),
    ],
  ])('forbids, under a version of its own, where its version %s', (_what, policy) => {
    expect(policy.decide(action)).toMatchObject({ effect: 'forbid', policy_version: policy.version });
    expect(policy.version).toMatch(/^sha256:/);
  });
});
