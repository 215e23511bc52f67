import { describe, expect, it } from 'vitest';
import { demanded, setUp } from './support/refusal-row.ts';
import { tables } from './tables/index.ts';

describe.each(Object.entries(tables))('%s', (_name, rows) => {
  it.each(rows)('$command refuses with $rule: $because', async (row) => {
    const send = await setUp(row);
    expect(await send()).toMatchObject(demanded(row));
  });
});
