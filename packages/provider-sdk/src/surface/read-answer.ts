import type { z } from 'zod';
import { isFaultCode, ProviderFault } from '../provider/provider-fault.ts';
import { sentence } from './answer-schemas.ts';

/** Told of each fault: nothing more is to be expected of the session. */
export type NoteFault = (fault: ProviderFault) => void;

/**
 * One call into a provider, read whole: whatever is thrown and whatever is answered with what is no answer comes out as a
 * `ProviderFault`, and an answer as plain data of its own shape. There is no way for a provider to make its caller throw
 * anything else. How long it may take is the caller's to bound.
 */
export async function readAnswer<Value>(
  call: () => unknown,
  schema: z.ZodType<Value>,
  note: NoteFault,
): Promise<Value> {
  let fault: ProviderFault;
  try {
    return checked(await call(), schema);
  } catch (thrown) {
    fault = faultOf(thrown);
  }
  note(fault);
  throw fault;
}

/** The same for what a provider answers at once. A promise is no such answer, and its rejection nobody's. */
export function readNow<Value>(call: () => unknown, schema: z.ZodType<Value>): Value {
  try {
    const answer = call();
    if (answer instanceof Promise) answer.catch(() => undefined);
    return checked(answer, schema);
  } catch (thrown) {
    throw faultOf(thrown);
  }
}

function checked<Value>(answer: unknown, schema: z.ZodType<Value>): Value {
  const parsed = schema.safeParse(answer);
  if (parsed.success) return parsed.data;
  throw new ProviderFault(
    'answer_wrong_shape',
    'The provider answered with what is no answer to what it was asked; mend the provider, then wake the Computer again or retry.',
  );
}

/**
 * What was thrown, where it is a fault with one of our codes and a sentence: both are read once, and the sentence goes through
 * the one exit of text, since a page may be quoted in it. Anything else says only that the engine cannot go on.
 */
export function faultOf(thrown: unknown): ProviderFault {
  try {
    if (ProviderFault.isInstance(thrown)) {
      const { code, message }: { code: unknown; message: unknown } = thrown;
      if (isFaultCode(code)) return new ProviderFault(code, sentence.parse(message), { cause: thrown });
    }
  } catch {
    // A thrown object may throw when it is looked at.
  }
  return new ProviderFault(
    'engine_gone',
    'The provider failed in a way that it does not explain; open a new session, or mend the provider.',
    { cause: thrown },
  );
}
