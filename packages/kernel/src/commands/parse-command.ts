import type { Finding } from '@cux/contracts';
import type { z } from 'zod';
import type { RefusedDecision } from '../decide/deciding.ts';
import { refuseForGood } from '../decide/deciding.ts';
import type { CommandEnvelope, CommandKind } from './command.ts';
import { isPlainJson } from './plain-json.ts';
import { envelopeSchema, inputSchemas } from './schemas.ts';

/** Refuses a command that is not exactly of its shape; null when it is. Never echoes a value. */
export function malformed(
  kind: CommandKind,
  envelope: CommandEnvelope,
  input: unknown,
): RefusedDecision | null {
  const schema: z.ZodType | undefined = Object.hasOwn(inputSchemas, kind) ? inputSchemas[kind] : undefined;
  if (schema === undefined) {
    return refuseForGood('command.unknown', 'There is no such command; use one of the declared kinds.');
  }
  const findings = [
    ...findingsOf(envelopeSchema.safeParse(envelope), '/envelope'),
    ...(isPlainJson(input) ? findingsOf(schema.safeParse(input), '/input') : [notJson]),
  ];
  if (findings.length === 0) return null;
  return refuseForGood(
    'command.malformed',
    'The command is not of its shape; mend what the findings name.',
    findings,
  );
}

const notJson: Finding = {
  rule: 'command.not-json',
  path: '/input',
  message: 'JSON cannot hold this input: it is endless, too deep or large, or has a value of another kind.',
};

function findingsOf(result: z.ZodSafeParseResult<unknown>, root: string): readonly Finding[] {
  if (result.success) return [];
  return result.error.issues.map((issue) => ({
    rule: `command.${issue.code.replaceAll('_', '-')}`,
    path: [root, ...issue.path.map((part) => String(part).replaceAll('~', '~0').replaceAll('/', '~1'))].join(
      '/',
    ),
    message: 'This part is missing, unknown, or not of its type.',
  }));
}
