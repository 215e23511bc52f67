import type { Command, Option } from 'commander';
import { z } from 'zod';
import { isInConfig, type NamedOption, namedOptions } from './option-names.ts';

const name = z.string().regex(/^[a-z][a-z0-9-]{0,39}$/);
const link = z
  .string()
  .max(400)
  .describe('Where a person decides; {gate} stands for the name of the gate.')
  .optional();

/** Who is told that a gate waits for a person. */
export const notificationSchema = z.discriminatedUnion('kind', [
  z
    .strictObject({
      name,
      kind: z.literal('webhook'),
      url: z.url(),
      secret_variable: z
        .string()
        .regex(/^[A-Z][A-Z0-9_]{0,63}$/)
        .describe(
          'The environment variable that holds the signing secret (whsec_…); never the secret itself.',
        ),
      link,
    })
    .describe('A webhook after Standard Webhooks, signed.'),
  z
    .strictObject({
      name,
      kind: z.literal('slack'),
      url_variable: z
        .string()
        .regex(/^[A-Z][A-Z0-9_]{0,63}$/)
        .describe('The environment variable that holds the incoming webhook’s address, which is a secret.'),
      link,
    })
    .describe('An incoming webhook of Slack, or of what understands its messages.'),
  z
    .strictObject({
      name,
      kind: z.literal('command'),
      command: z.array(z.string().min(1).max(1_000)).min(1),
      link,
    })
    .describe('A program, started without a shell, that reads the message as JSON on its standard input.'),
]);

export type NotificationSettings = z.infer<typeof notificationSchema>;

/** The shape of the config file: a key for every option of every command, and who is told of waiting gates. */
export function configSchema(program: Command) {
  const options = namedOptions(program).filter(isInConfig);
  const shared = options.filter(({ path }) => path === '');
  const paths = [...new Set(options.map(({ path }) => path))].filter((path) => path !== '');
  return z.strictObject({
    $schema: z.string().describe('For the completion of an editor.').optional(),
    ...shapeOf(shared),
    notifications: z
      .array(notificationSchema)
      .max(20)
      .describe('Who is told that a gate waits for a person.')
      .optional(),
    commands: z
      .strictObject(
        Object.fromEntries(
          paths.map((path) => [
            path,
            z.strictObject(shapeOf(options.filter((each) => each.path === path))).optional(),
          ]),
        ),
      )
      .describe('Defaults of single commands.')
      .optional(),
  });
}

/** The same for editors, as JSON Schema. */
export function configJsonSchema(program: Command): unknown {
  return z.toJSONSchema(configSchema(program), { io: 'input' });
}

function shapeOf(options: readonly NamedOption[]): Record<string, z.ZodType> {
  return Object.fromEntries(
    options.map(({ option, configPath, variable }) => [
      configPath.at(-1) ?? '',
      schemaOf(option).describe(`${option.description} (${variable})`).optional(),
    ]),
  );
}

function schemaOf(option: Option): z.ZodType {
  if (option.isBoolean() || option.negate) return z.boolean();
  const one =
    option.argChoices === undefined ? z.union([z.string().min(1), z.number()]) : z.enum(option.argChoices);
  return option.variadic ? z.array(one) : one;
}
