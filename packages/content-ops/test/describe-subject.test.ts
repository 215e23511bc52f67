import type { Gate } from '@cux/kernel/capability';
import { describe, expect, it } from 'vitest';
import { contentDigest, describeSubject } from '../src/index.ts';
import { aGate, content, newsroomCase } from './support/publishing.ts';
import { proposalFor, reportOf } from './support/reports.ts';

const draft = 'draft_until_review_gate';
const { gate: raised } = proposalFor(draft, reportOf('draft_held', draft, newsroomCase));
if (raised === null) throw new Error('a held draft raises a gate');

function gateOn(of: Record<string, string>) {
  if (raised?.kind !== 'item') throw new Error('the gate of a draft is an item’s');
  const { subject, attention } = raised;
  return { subject: { ...subject, content_digest: contentDigest(of) }, attention };
}

function told(of: Record<string, string>, options: { whole?: boolean } = {}): Record<string, string> {
  return Object.fromEntries(describeSubject(gateOn(of), of, options).map(({ name, text }) => [name, text]));
}

describe('what a person is shown of what they approve', () => {
  it('is the target, every field and the digest that binds them', () => {
    expect(told(content)).toEqual({
      target: `item 12 on ${newsroomCase.site.origin}, as writer`,
      'content title': 'Q3 notes',
      'content body': 'First “paragraph”. ⏎  ⏎ Second one.',
      'content section': 'Culture',
      'content is': contentDigest(content),
    });
  });

  it('cuts a long field with a mark and its length, unless all of it is asked for', () => {
    const long = { body: `${'a'.repeat(700)}END` };
    expect(told(long)['content body']).toMatch(/^a{600} … \[cut here; 703 characters in all/);
    expect(told(long, { whole: true })['content body']).toBe(long.body);
  });

  it('counts what a terminal would obey and nobody would see', () => {
    expect(told({ body: 'pay\u202elive\u001b[2J' })['content body']).toBe(
      'paylive … [2 control or invisible characters are not shown]',
    );
  });

  it('is never another content than the one that was asked about', () => {
    const lines = describeSubject(gateOn(content), { ...content, body: 'other' });
    expect(lines.map(({ text }) => text).join('\n')).not.toContain('other');
    expect(lines).toContainEqual({ name: 'content', text: expect.stringContaining('has changed') });
    expect(describeSubject(gateOn(content), null)).toContainEqual({
      name: 'content',
      text: expect.stringContaining('cannot be read'),
    });
  });

  it.each([
    [['accessibility_snapshot', 'screenshot'], /look at its picture/],
    // What was typed stands in no text that is kept.
    [['accessibility_snapshot'], /no picture of it was kept: do not approve/],
    [[], /no picture of it was kept: do not approve/],
  ] as const)('of an action of an agent is on its picture, where one is kept (%j)', (classes, says) => {
    const { subject, attention } = gateOn(content);
    const digest = contentDigest(content);
    const asked = {
      subject: { ...subject, action: { leaves: [] } },
      attention: { ...attention, evidence: classes.map((evidence_class) => ({ evidence_class, digest })) },
    } as unknown as Pick<Gate, 'subject' | 'attention'>;
    const lines = describeSubject(asked, content);
    expect(lines).toContainEqual({ name: 'content', text: expect.stringMatching(says) });
    expect(lines.map(({ text }) => text).join('\n')).not.toContain('Q3 notes');
  });

  it('is in the question itself where a standing gate is asked for', () => {
    expect(describeSubject(aGate({}), content)).toEqual([]);
  });
});
