import type { Engine, Place } from '@cux/store-suite';
import { runSql } from '@cux/store-suite/postgres';
import { openPostgresStore } from '../../src/index.ts';
import { freshPlace, url } from './place.ts';

const tables = ['row', 'event', 'link', 'answer', 'workspace_time'];

/** PostgreSQL as the shared suite sees it: every place is a schema on one server. */
export const engine: Engine = { name: 'PostgreSQL', place: async () => placeIn(freshPlace().schema) };

function placeIn(schema: string): Place {
  const within = `set search_path to "${schema}";`;
  return {
    open: () => openPostgresStore({ url, schema }),
    copy: async () => {
      const copy = freshPlace().schema;
      await (await openPostgresStore({ url, schema: copy })).close();
      const all = tables.map((name) => `insert into "${copy}".${name} select * from "${schema}".${name}`);
      await runSql(url, all.join('; '));
      return placeIn(copy);
    },
    change: async (statements) => {
      await runSql(url, `${within} ${statements}`);
    },
    ask: (statement) => runSql(url, `${within} ${statement}`),
  };
}
