import { mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

/**
 * Small facts that one run leaves for the next: where the toolchain is, what was installed and built.
 * All of it may be deleted at any time; it is found out again.
 */
export class State {
  /** @param {string} directory */
  constructor(directory) {
    /** @readonly */
    this.directory = directory;
    mkdirSync(directory, { recursive: true });
  }

  /**
   * The fact, or undefined when it is missing or cannot be read.
   * @param {string} name
   * @returns {any}
   */
  read(name) {
    try {
      return JSON.parse(readFileSync(this.path(name), 'utf8'));
    } catch {
      return undefined;
    }
  }

  /**
   * Writes the fact whole or not at all.
   * @param {string} name
   * @param {unknown} value
   */
  write(name, value) {
    const temporary = `${this.path(name)}.${process.pid}.partial`;
    writeFileSync(temporary, JSON.stringify(value));
    renameSync(temporary, this.path(name));
  }

  /** @param {string} name */
  forget(name) {
    rmSync(this.path(name), { force: true });
  }

  /** @param {string} name */
  path(name) {
    return join(this.directory, name);
  }
}
