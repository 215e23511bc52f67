import { linkSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import { processStart, sendSignal } from './process-table.mjs';

/** A breaker that holds its lock longer than this died at it. Milliseconds; the real time is under one. */
const breakerLife = 10_000;

/**
 * Runs `work` while no other process of this clone does. A holder that died is noticed by its pid and its
 * start time, so a pid that was given out again holds nothing.
 * @template T
 * @param {string} path
 * @param {{ onWait(pid: number): void, throwIfStopped(): void }} hooks
 * @param {() => Promise<T>} work
 * @returns {Promise<T>}
 */
export async function withLock(path, hooks, work) {
  let told = false;
  while (!take(path)) {
    hooks.throwIfStopped();
    const holder = read(path);
    if (holder !== undefined && !isAlive(holder)) breakStale(path, holder);
    else if (!told && holder !== undefined) {
      told = true;
      hooks.onWait(holder.pid);
    }
    await sleep(100);
  }
  try {
    return await work();
  } finally {
    rmSync(path, { force: true });
  }
}

/** @typedef {{ pid: number, started: string | undefined, text: string }} Holder */

/**
 * A link appears whole and only where nothing was: a reader never sees half a lock.
 * @param {string} path
 */
function take(path) {
  const mine = `${path}.${process.pid}`;
  writeFileSync(mine, JSON.stringify({ pid: process.pid, started: processStart(process.pid) }));
  try {
    linkSync(mine, path);
    return true;
  } catch (error) {
    if (/** @type {NodeJS.ErrnoException} */ (error).code !== 'EEXIST') throw error;
    return false;
  } finally {
    rmSync(mine, { force: true });
  }
}

/**
 * @param {string} path
 * @returns {Holder | undefined}
 */
function read(path) {
  let text;
  try {
    text = readFileSync(path, 'utf8');
  } catch {
    return undefined;
  }
  try {
    const { pid, started } = JSON.parse(text);
    return { pid, started, text };
  } catch {
    return { pid: -1, started: undefined, text };
  }
}

/** @param {Holder} holder */
function isAlive({ pid, started }) {
  return pid > 0 && sendSignal(pid, 0) && processStart(pid) === started;
}

/**
 * Removes a dead holder's lock. Two waiters may see the same dead holder; the second must not remove the
 * first one's new lock, so the look and the removal happen under a lock of their own.
 * @param {string} path
 * @param {Holder} dead
 */
function breakStale(path, dead) {
  const breaker = `${path}.break`;
  try {
    writeFileSync(breaker, String(process.pid), { flag: 'wx' });
  } catch {
    dropOldBreaker(breaker);
    return;
  }
  try {
    if (read(path)?.text === dead.text) rmSync(path, { force: true });
  } finally {
    rmSync(breaker, { force: true });
  }
}

/** @param {string} breaker */
function dropOldBreaker(breaker) {
  try {
    if (Date.now() - statSync(breaker).mtimeMs > breakerLife) rmSync(breaker, { force: true });
  } catch {
    // Gone already.
  }
}
