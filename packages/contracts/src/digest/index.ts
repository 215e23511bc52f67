// Digests and ids by themselves, for what must load quickly: a thread that hashes needs none of the schemas.
export * from '../ids/digest.ts';
export * from '../ids/make-issued-id.ts';
