import { targetRoleSchema, templateSchema } from '@cux/contracts';
import { z } from 'zod';

const label = z.string().min(1).max(200);
/** A path of the site; `{1}`, `{2}` stand for the parts of the form's address, in their order. */
const path = z.string().min(1).max(1_000).startsWith('/');
const pointer = z
  .string()
  .max(400)
  .regex(/^(\/.*)?$/);

/** A text field of a form: what it is called, and where its value stands in what the API answers and takes. */
const fieldSchema = z.strictObject({
  role: targetRoleSchema.extract(['textbox', 'searchbox', 'combobox', 'spinbutton']).default('textbox'),
  name: label,
  /** Where the loaded answer has it; null for a field that is always empty at first. */
  pointer: pointer.nullable(),
});

/** A button: the one request that pressing it sends. The body is JSON, made of constants and of what fields hold. */
const buttonSchema = z.strictObject({
  name: label,
  method: z.enum(['POST', 'PUT', 'PATCH', 'DELETE']),
  path,
  /** By member of the body: a constant, or the name of a field. Left out for a request without a body. */
  body: z
    .record(
      z.string().min(1).max(100),
      z.union([
        z.strictObject({ value: z.union([z.string(), z.number(), z.boolean()]) }),
        z.strictObject({ field: label }),
      ]),
    )
    .optional(),
  /** The form that is shown after an answer of success; `{/id}` takes a value of the answer. Stays when left out. */
  leads_to: path.optional(),
});

/** One form of the interface, under an address of its own that only the provider knows and no request goes to. */
const formSchema = z.strictObject({
  address: templateSchema,
  heading: label,
  /** What is read when the form is opened. Null for a form that begins empty. */
  load: path.nullable(),
  fields: z.array(fieldSchema).max(40),
  buttons: z.array(buttonSchema).max(20),
});

/** How a person's credential is given to the API, and where it is tried. */
const signInSchema = z.strictObject({
  address: path,
  account: label,
  secret: label,
  submit: label,
  /** A read that only works, and names the account at this pointer, when the credential is right. */
  check: z.strictObject({ path, account: pointer }),
  /** The form that shows the account then, in the field that is called as `account`. */
  leads_to: path,
});

/** A site's API as forms: what a plan names by role and name, each button being one request. */
export const httpInterfaceSchema = z.strictObject({
  schema_version: z.literal('cux_http_interface_v1'),
  describes: z.string().min(1).max(400),
  forms: z.array(formSchema).min(1).max(40),
  /** Null for an API that asks for no credential. HTTP Basic is what it is sent as. */
  sign_in: signInSchema.nullable(),
});

export type HttpInterface = z.infer<typeof httpInterfaceSchema>;
export type HttpForm = HttpInterface['forms'][number];
export type HttpButton = HttpForm['buttons'][number];
