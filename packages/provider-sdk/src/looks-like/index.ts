// What a person could take for another name: without imports, so that it also runs inside a page
export { looksLike } from './looks-like.ts';
