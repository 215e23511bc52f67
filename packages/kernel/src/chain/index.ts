// The links of the chain by themselves, for what must load quickly: a store's thread that writes.
export * from '../log/chain.ts';
