// The schema that policies are checked against
export { cedarSchema } from './cedar-schema.ts';
// From the built-in rules
export { compileToCedar } from './compile-to-cedar.ts';
// The engine
export { type CedarPolicyVerdict, createCedarPolicy } from './create-cedar-policy.ts';
