import { describe, expect, it } from 'vitest';
import { redactText, screenText } from '../../src/index.ts';
import { isWhole } from '../support/size.ts';
import type { EvasionClass } from './corpus/evasions.ts';
import { evasions } from './corpus/evasions.ts';
import { heldOutKinds, heldOutSamples } from './corpus/held-out.ts';
import { heldOutHonest } from './corpus/held-out-honest.ts';
import { countOf, hidings, isCaught, ofClass, shareOf, trialsOf } from './corpus/recall.ts';
import { tuningKinds, tuningSamples } from './corpus/tuning.ts';
import { tuningHonest } from './corpus/tuning-honest.ts';

/** Samples of each kind of secret: the tests' share, and what `npm run prove` hides. */
const each = isWhole ? 2 : 1;

/** Each so many-th way to hide a sample; every way has its turn. */
const turns = isWhole ? 1 : 3;

const honest = [...tuningHonest(10), ...heldOutHonest(10)];

describe('the corpus', () => {
  it('is large enough to mean something', () => {
    expect(tuningKinds.length).toBeGreaterThanOrEqual(150);
    expect(heldOutKinds.length).toBeGreaterThanOrEqual(150);
    expect(evasions.length).toBeGreaterThanOrEqual(30);
    expect(new Set(honest).size).toBeGreaterThanOrEqual(400);
  });

  it('names every kind once in its family', () => {
    const names = [...tuningKinds].map(({ family, name }) => `${family}: ${name}`);
    expect(new Set(names).size).toBe(names.length);
  });
});

describe('recall', () => {
  const sets = {
    'the tuning set': trialsOf(tuningSamples(each), turns),
    'the held-out set': trialsOf(heldOutSamples(each), turns),
  };
  const rows: readonly (readonly [keyof typeof sets, EvasionClass, number])[] = [
    ['the tuning set', 'plain', 0.99],
    ['the tuning set', 'once', 0.97],
    ['the tuning set', 'hard', 0.85],
    ['the held-out set', 'plain', 0.97],
    ['the held-out set', 'once', 0.97],
    ['the held-out set', 'hard', 0.85],
  ];

  it.each(rows)('of %s, %s, is at least %d', (set, name, least) => {
    const trials = ofClass(sets[set], name);
    expect(trials.length).toBeGreaterThan((500 * each) / turns);
    expect(shareOf(countOf(trials))).toBeGreaterThanOrEqual(least);
  });
});

describe('honest texts and handles', () => {
  it.each(honest)('let pass %j', (text) => {
    expect(screenText(text)).toEqual([]);
  });
});

describe('a finding', () => {
  it('names a value by the name it goes by', () => {
    expect(screenText('Tr0ub4dor&3')).toEqual([]);
    expect(screenText('Tr0ub4dor&3', { name: 'password' }).map(({ rule }) => rule)).toEqual([
      'leak.password',
    ]);
  });

  it('carries the path and no part of the secret', () => {
    for (const { text } of tuningSamples(1)) {
      const findings = screenText(text, { path: '/annex/blocker/label' });
      expect(findings.every(({ path }) => path === '/annex/blocker/label')).toBe(true);
      const told = findings.map(({ message }) => message).join();
      expect(randomRuns(text).some((run) => told.includes(run.slice(0, 8)))).toBe(false);
    }
  });
});

/** Runs of random letters in a secret: what must not be left over. */
function randomRuns(secret: string): readonly string[] {
  return (secret.match(/[A-Za-z0-9]{10,}/g) ?? []).filter((run) => /\d/.test(run) && /[a-z]/i.test(run));
}

function leaves(shown: string, secret: string): boolean {
  return randomRuns(secret).some((run) =>
    Array.from({ length: run.length - 7 }, (_, at) => run.slice(at, at + 8)).some((part) =>
      shown.includes(part),
    ),
  );
}

describe('the one exit for text', () => {
  const samples = tuningSamples(1);

  it('lets out nothing that the screen refuses', () => {
    const hidden = hidings(samples, turns).map(
      ([{ kind, text }, { name, hide }]) => [`${kind.name}, ${name}`, hide(text)] as const,
    );
    const dirty = hidden.filter(
      ([, each]) => typeof each === 'string' && isCaught(redactText(`see ${each} here`, 300)),
    );
    expect(hidden.length).toBeGreaterThan(1_000);
    expect(dirty.map(([name]) => name)).toEqual([]);
  });

  it('leaves no eight characters of nearly every secret', () => {
    const left = samples
      .filter(({ text }) => isCaught(`Please note ${text} for later`))
      .filter(({ text }) => leaves(redactText(`Please note ${text} for later`, 600), text))
      .map(({ kind }) => kind.name);
    // Public parts stay readable: a hash of the site's address in a cookie's name, an account's public number.
    expect(left.length, left.join(', ')).toBeLessThanOrEqual(samples.length * 0.03);
  });

  it('leaves what surrounds a secret', () => {
    expect(redactText(`Please note ghp_${'a1B2'.repeat(9)} for later`, 200)).toBe(
      'Please note <redacted> for later',
    );
    expect(redactText('password: hunter2hunter2', 200)).toBe('password: <redacted>');
  });

  it('leaves honest texts as they are, but for spaces', () => {
    for (const text of honest) {
      if (/[\p{Cf}]/u.test(text)) continue;
      expect(redactText(text, 500)).toBe(text.replace(/\s+/g, ' ').trim());
    }
  });
});
