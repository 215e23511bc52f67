import type { Finding } from '@cux/contracts';
import type { z } from 'zod';
import type { RefusedDecision } from '../decide/deciding.ts';
import { refuseForGood } from '../decide/deciding.ts';
import type { CommandEnvelope, CommandInput, CommandKind } from './command.ts';
import { notJson, ownJson } from './own-json.ts';
import { type QuickShape, quickShape } from './quick-shape.ts';
import { envelopeSchema, inputSchemas } from './schemas.ts';

/** A command of its shape: copies that are the kernel's own. */
export interface ReadCommand<Kind extends CommandKind> {
  readonly kind: 'read';
  readonly envelope: CommandEnvelope;
  readonly input: CommandInput<Kind>;
}

/** Takes a command over, or refuses it when it is not exactly of its shape. Never echoes a value. */
export function readCommand<Kind extends CommandKind>(
  kind: Kind,
  given: CommandEnvelope,
  sent: unknown,
): ReadCommand<Kind> | RefusedDecision {
  const schema: z.ZodType | undefined = Object.hasOwn(inputSchemas, kind) ? inputSchemas[kind] : undefined;
  if (schema === undefined) {
    return refuseForGood('command.unknown', 'There is no such command; use one of the declared kinds.');
  }
  const envelope = ownJson(given);
  const input = ownJson(sent);
  const findings = [
    ...findingsOf(envelopeSchema, envelope, '/envelope'),
    ...(input === notJson ? [notJsonFinding] : findingsOf(schema, input, '/input')),
  ];
  if (findings.length === 0) {
    return { kind: 'read', envelope: envelope as CommandEnvelope, input: input as CommandInput<Kind> };
  }
  return refuseForGood(
    'command.malformed',
    'The command is not of its shape; mend what the findings name.',
    findings,
  );
}

const quickShapes = new Map<z.ZodType, QuickShape | null>();

/** The quick form of a schema, made when it is first needed. */
function quickFormOf(schema: z.ZodType): QuickShape | null {
  let quick = quickShapes.get(schema);
  if (quick === undefined) {
    quick = quickShape(schema);
    quickShapes.set(schema, quick);
  }
  return quick;
}

const notJsonFinding: Finding = {
  rule: 'command.not-json',
  path: '/input',
  message: 'JSON cannot hold this input: it is endless, too deep or large, or has a value of another kind.',
};

function findingsOf(schema: z.ZodType, value: unknown, root: string): readonly Finding[] {
  if (quickFormOf(schema)?.(value) === true) return [];
  const result = schema.safeParse(value);
  if (result.success) return [];
  return result.error.issues.map((issue) => ({
    rule: `command.${issue.code.replaceAll('_', '-')}`,
    path: [root, ...issue.path.map((part) => String(part).replaceAll('~', '~0').replaceAll('/', '~1'))].join(
      '/',
    ),
    message: 'This part is missing, unknown, or not of its type.',
  }));
}
