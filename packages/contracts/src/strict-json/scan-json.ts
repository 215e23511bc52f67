import { type ParseErrorCode, visit } from 'jsonc-parser';
import type { JsonPath } from '../judge/pointer.ts';
import type { ParseRule } from './decode.ts';
import type { JsonLimits } from './limits.ts';
import { reservedKeys } from './reserved-keys.ts';

/** A broken parse rule and where. */
export interface ParseProblem {
  readonly rule: ParseRule;
  readonly path: JsonPath;
}

/** `ParseErrorCode.EndOfFileExpected`: a const enum, which exists in types only. */
const endOfFileExpected: ParseErrorCode = 9;

/** At most this many problems of one text are collected. */
const maximumProblems = 100;

/** Thrown by the scan's own callbacks, to leave the tokenizer; caught in `scanJson`. */
class ScanStop extends Error {}

/**
 * Walks the tokens of a JSON text without building any value, and names everything that strict reading
 * refuses. The tokenizer is jsonc-parser in strict mode; depth and key limits end the walk at once.
 */
export function scanJson(text: string, limits: JsonLimits): readonly ParseProblem[] {
  const scan = new JsonScan(text, limits);
  try {
    visit(text, scan.visitor(), { disallowComments: true, allowTrailingComma: false });
  } catch (stop) {
    if (!(stop instanceof ScanStop)) scan.problems.push({ rule: 'parse.syntax', path: [] });
  }
  return scan.problems;
}

class JsonScan {
  readonly problems: ParseProblem[] = [];
  readonly #text: string;
  readonly #limits: JsonLimits;
  readonly #keysOfOpenObjects: Set<string>[] = [];
  #depth = 0;
  #keys = 0;
  #syntaxReported = false;

  constructor(text: string, limits: JsonLimits) {
    this.#text = text;
    this.#limits = limits;
  }

  visitor(): Parameters<typeof visit>[1] {
    return {
      onObjectBegin: (_offset, _length, _line, _character, path) => {
        this.#enter(path());
        this.#keysOfOpenObjects.push(new Set());
      },
      onObjectEnd: () => {
        this.#depth -= 1;
        this.#keysOfOpenObjects.pop();
      },
      onArrayBegin: (_offset, _length, _line, _character, path) => {
        if (this.#depth === 0) this.#report('parse.not-an-object', []);
        this.#enter(path());
      },
      onArrayEnd: () => {
        this.#depth -= 1;
      },
      onObjectProperty: (key, _offset, _length, _line, _character, path) => this.#key(key, path()),
      onLiteralValue: (value: unknown, offset, length, _line, _character, path) => {
        if (this.#depth === 0) this.#report('parse.not-an-object', []);
        if (typeof value === 'string') this.#checkText(value, path);
        if (typeof value === 'number') {
          this.#checkNumber(this.#text.slice(offset, offset + length), value, path);
        }
      },
      onError: (code) => this.#syntax(code),
    };
  }

  #enter(path: JsonPath): void {
    this.#depth += 1;
    if (this.#depth > this.#limits.maximumDepth) this.#stop('parse.too-deep', path);
  }

  #key(key: string, parent: JsonPath): void {
    this.#keys += 1;
    if (this.#keys > this.#limits.maximumKeys) this.#stop('parse.too-many-keys', []);
    const path = [...parent, key];
    const siblings = this.#keysOfOpenObjects.at(-1);
    if (siblings?.has(key)) this.#report('parse.duplicate-key', path);
    siblings?.add(key);
    if (reservedKeys.has(key)) this.#report('parse.reserved-key', path);
    this.#checkText(key, () => path);
  }

  #checkText(text: string, path: () => JsonPath): void {
    if (text.includes('\0')) this.#report('parse.nul', path());
    if (/\p{Surrogate}/u.test(text)) this.#report('parse.lone-surrogate', path());
    if (/\p{Noncharacter_Code_Point}/u.test(text)) this.#report('parse.noncharacter', path());
  }

  #checkNumber(literal: string, value: number, path: () => JsonPath): void {
    const isInteger = /^-?\d+$/.test(literal);
    if (literal.startsWith('-') && value === 0) this.#report('parse.negative-zero', path());
    if (!Number.isFinite(value)) this.#report('parse.number-out-of-range', path());
    else if (isInteger && !Number.isSafeInteger(value)) this.#report('parse.unsafe-integer', path());
    if (!isInteger && this.#limits.numbers === 'integers') this.#report('parse.number-not-integer', path());
  }

  #syntax(code: ParseErrorCode): void {
    if (this.#syntaxReported) return;
    this.#syntaxReported = true;
    this.#report(code === endOfFileExpected ? 'parse.trailing-content' : 'parse.syntax', []);
  }

  #report(rule: ParseRule, path: JsonPath): void {
    this.problems.push({ rule, path });
    if (this.problems.length >= maximumProblems) throw new ScanStop();
  }

  #stop(rule: ParseRule, path: JsonPath): never {
    this.problems.push({ rule, path });
    throw new ScanStop();
  }
}
