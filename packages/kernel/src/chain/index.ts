// The links of the chain and the ids of the host by themselves, for what must load quickly: a store's thread that writes.
export * from '../log/chain.ts';
export { randomIds } from '../ports/system.ts';
