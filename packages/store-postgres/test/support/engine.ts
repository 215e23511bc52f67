import { fileURLToPath } from 'node:url';
import type { Engine, Place } from '@cux/store-suite';
import { runSql } from '@cux/store-suite/postgres';
import { copyIntoPostgres, openPostgresStore } from '../../src/index.ts';
import { freshPlace, url } from './place.ts';

const tables = ['row', 'event', 'link', 'answer', 'workspace_time'];

/** PostgreSQL as the shared suite sees it: every place is a schema on one server. */
export const engine: Engine = {
  name: 'PostgreSQL',
  worker: fileURLToPath(new URL('./worker.ts', import.meta.url)),
  place: async () => placeIn(freshPlace().schema),
};

let copies: string | null = null;

/** The schema of copies: made once, as tables are dear to make. */
async function scratch(): Promise<string> {
  if (copies !== null) return copies;
  const { schema } = freshPlace();
  await (await openPostgresStore({ url, schema })).close();
  copies = schema;
  return schema;
}

/** A schema of a server; of the shared one when none is named. */
export function placeIn(schema: string, server = url): Place {
  const within = `set search_path to "${schema}";`;
  const open = () => openPostgresStore({ url: server, schema });
  return {
    argument: JSON.stringify({ url: server, schema }),
    open,
    look: open,
    target: {
      name: 'a database',
      within: (workspace, task) => copyIntoPostgres({ url: server, schema }, workspace, task),
    },
    copy: async () => {
      const copy = await scratch();
      const all = tables.map(
        (name) =>
          `delete from "${copy}".${name}; insert into "${copy}".${name} select * from "${schema}".${name}`,
      );
      await runSql(url, all.join('; '));
      return placeIn(copy);
    },
    change: async (statements) => {
      await runSql(server, `${within} ${statements}`);
    },
    ask: (statement) => runSql(server, `${within} ${statement}`),
  };
}
