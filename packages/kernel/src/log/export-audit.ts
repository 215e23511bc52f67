import type { ChainLink, StoreReader } from '../ports/store.ts';
import { pageSize } from './broken.ts';
import { type ExportHead, eventLine, headLine, linkLine } from './export-format.ts';
import { lastLink } from './last-link.ts';

/**
 * The log of a workspace as lines of its export, each without its line end. What is appended meanwhile is left out: the
 * export ends where the head line says.
 */
export async function* exportAudit(store: StoreReader, workspace: string): AsyncGenerator<string> {
  const last = await lastLink(store, workspace);
  const head: ExportHead = {
    schema_version: 'cux_audit_export_v1',
    workspace,
    links: last?.batch ?? 0,
    events: last?.last_sequence ?? 0,
    head: last?.hash ?? null,
  };
  yield headLine(head);
  for (let batch = 0; batch < head.links; ) {
    const links = await store.links(workspace, batch, Math.min(pageSize, head.links - batch));
    if (links.length === 0) return;
    for (const link of links) {
      yield linkLine(link);
      yield* eventsOf(store, workspace, link);
    }
    batch = links.at(-1)?.batch ?? head.links;
  }
}

async function* eventsOf(store: StoreReader, workspace: string, link: ChainLink): AsyncGenerator<string> {
  const events = await store.events(
    workspace,
    link.first_sequence - 1,
    Math.max(0, link.last_sequence - link.first_sequence + 1),
  );
  for (const event of events) yield eventLine(event);
}
