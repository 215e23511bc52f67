import { describe, expect, it } from 'vitest';
import { redactText, screenText } from '../../src/index.ts';
import { evasions } from './evasions.ts';
import { honestOf } from './honest-texts.ts';
import { secretKinds, secretsOf } from './secrets.ts';

const seed = 20_240_611;
const secrets = secretsOf(seed, 2);

const isCaught = (text: string): boolean => screenText(text).length > 0;

describe('the leak screen', () => {
  it('catches every kind of secret in plain', () => {
    expect(secretKinds.length).toBeGreaterThan(110);
    expect(secrets.filter(([, secret]) => !isCaught(secret))).toEqual([]);
  });

  it.each(evasions)('catches at least 97 of 100 secrets: %s', (_name, hide) => {
    const missed = secrets.filter(([, secret]) => !isCaught(hide(secret))).map(([kind]) => kind);
    expect(missed.length, missed.join(', ')).toBeLessThanOrEqual(secrets.length * 0.03);
  });

  it.each(honestOf(seed, 10))('lets pass %j', (text) => {
    expect(screenText(text)).toEqual([]);
  });

  it('catches tokens that are written backwards', () => {
    const backwards = [...`ghp_${'a1B2'.repeat(9)}`].reverse().join('');
    expect(screenText(backwards).map(({ rule }) => rule)).toEqual(['leak.token']);
  });

  it('catches a value by the name it goes by', () => {
    expect(screenText('Tr0ub4dor&3')).toEqual([]);
    expect(screenText('Tr0ub4dor&3', { name: 'password' }).map(({ rule }) => rule)).toEqual([
      'leak.password',
    ]);
  });

  it('carries the path and no part of the secret', () => {
    for (const [, secret] of secrets) {
      const findings = screenText(secret, { path: '/annex/blocker/label' });
      expect(findings.every(({ path }) => path === '/annex/blocker/label')).toBe(true);
      expect(
        findings.some(({ message }) => randomRuns(secret).some((run) => message.includes(run.slice(0, 8)))),
      ).toBe(false);
    }
  });
});

/** Runs of random letters in a secret: what must not be left over. */
function randomRuns(secret: string): readonly string[] {
  return (secret.match(/[A-Za-z0-9]{10,}/g) ?? []).filter((run) => /\d/.test(run) && /[a-z]/i.test(run));
}

describe('the one exit for text', () => {
  it('lets out nothing that the screen refuses', () => {
    const dirty = secrets.flatMap(([kind, secret]) =>
      evasions
        .filter(([, hide]) => isCaught(redactText(`see ${hide(secret)} here`, 300)))
        .map(([name]) => `${kind}, ${name}`),
    );
    expect(dirty).toEqual([]);
  });

  it('leaves no eight characters of a secret', () => {
    const left = secrets
      // The hash in the name of this cookie is that of the site's address.
      .filter(([kind]) => kind !== 'wordpress login')
      .filter(([, secret]) => {
        const shown = redactText(`Please note ${secret} for later`, 600);
        return randomRuns(secret).some((run) =>
          Array.from({ length: run.length - 7 }, (_, at) => run.slice(at, at + 8)).some((part) =>
            shown.includes(part),
          ),
        );
      });
    expect(left).toEqual([]);
  });

  it('leaves what surrounds a secret', () => {
    expect(redactText(`Please note ghp_${'a1B2'.repeat(9)} for later`, 200)).toBe(
      'Please note <redacted> for later',
    );
    expect(redactText('password: hunter2hunter2', 200)).toBe('password: <redacted>');
  });

  it('leaves honest texts as they are, but for spaces', () => {
    for (const text of honestOf(seed, 3)) {
      if (/[\p{Cf}]/u.test(text)) continue;
      expect(redactText(text, 500)).toBe(text.replace(/\s+/g, ' ').trim());
    }
  });
});
