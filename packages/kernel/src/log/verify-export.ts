import type { z } from 'zod';
import type { AuditVerdict } from '../kernel.ts';
import type { ChainLink, StoredEvent } from '../ports/store.ts';
import { type Broken, broken } from './broken.ts';
import { checkHash, checkPlace, cutOff } from './check-link.ts';
import {
  type ExportHead,
  eventLine,
  exportEventSchema,
  exportHeadSchema,
  exportLinkSchema,
  headLine,
  linkLine,
} from './export-format.ts';

/** What an exported log is, and of which workspace; null where not even its first line can be read. */
export interface ExportVerdict {
  readonly workspace: string | null;
  readonly verdict: AuditVerdict;
}

interface Reading {
  readonly head: ExportHead;
  /** The last link whose events are all there and fit. */
  last: ChainLink | null;
  /** The link whose events are being read. */
  link: ChainLink | null;
  events: StoredEvent[];
  headSeen: boolean;
}

/**
 * Verifies an exported log by itself, without the store: every link is computed again from its events, and everything
 * that the head line promises is there. Rows and answers are not part of an export; `verifyAudit` compares those.
 *
 * @param lines the lines of the export, without their line ends
 * @param kept a head that was kept elsewhere; it has to be a link of this chain
 */
export async function verifyExport(
  lines: AsyncIterable<string> | Iterable<string>,
  kept?: string,
): Promise<ExportVerdict> {
  let reading: Reading | null = null;
  let number = 0;
  for await (const line of lines) {
    number += 1;
    if (reading === null) {
      const head = parsed(exportHeadSchema, line, headLine);
      if (head === null) return { workspace: null, verdict: unreadable(number) };
      reading = { head, last: null, link: null, events: [], headSeen: kept === undefined };
      continue;
    }
    const problem = take(reading, line, number, kept);
    if (problem !== null) return { workspace: reading.head.workspace, verdict: problem };
  }
  if (reading === null) return { workspace: null, verdict: unreadable(1) };
  return { workspace: reading.head.workspace, verdict: ending(reading) };
}

function take(reading: Reading, line: string, number: number, kept: string | undefined): Broken | null {
  const event = parsed(exportEventSchema, line, ({ event }) => eventLine(event))?.event;
  if (event !== undefined) {
    if (reading.link === null) {
      return broken('audit.event-without-link', null, 'An event stands outside every link.');
    }
    reading.events.push(event);
    return complete(reading, kept);
  }
  const link = parsed(exportLinkSchema, line, ({ link }) => linkLine(link))?.link;
  if (link === undefined) return unreadable(number);
  if (reading.link !== null) {
    return broken('audit.event-missing', reading.link.batch, 'A link has fewer events than it says.');
  }
  const misplaced = checkPlace(reading.last, link);
  if (misplaced !== null) return misplaced;
  reading.link = link;
  reading.events = [];
  return null;
}

/** Once all events of a link are there, it is computed again. */
function complete(reading: Reading, kept: string | undefined): Broken | null {
  const { link, last, events, head } = reading;
  if (link === null || events.length <= link.last_sequence - link.first_sequence) return null;
  const problem = checkHash(head.workspace, last, link, events);
  if (problem !== null) return problem;
  reading.last = link;
  reading.link = null;
  if (link.hash === kept) reading.headSeen = true;
  return null;
}

function ending({ head, last, link, headSeen }: Reading): AuditVerdict {
  const links = last?.batch ?? 0;
  const events = last?.last_sequence ?? 0;
  const whole = link === null && links === head.links && events === head.events;
  if (!whole || (last?.hash ?? null) !== head.head) {
    return broken('audit.export-incomplete', null, 'The export is not what its first line says it is.');
  }
  if (!headSeen) return cutOff();
  return { ok: true, events, links, head: head.head ?? '' };
}

/** Null for a line that is not, to the letter, what the export writes of the same value: JSON has many texts for one. */
function parsed<Value>(
  schema: z.ZodType<Value>,
  line: string,
  written: (value: Value) => string,
): Value | null {
  try {
    const value = schema.safeParse(JSON.parse(line)).data;
    return value !== undefined && written(value) === line ? value : null;
  } catch {
    return null;
  }
}

function unreadable(line: number): Broken {
  return broken('audit.export-unreadable', null, `Line ${line} is no line of an exported log.`);
}
