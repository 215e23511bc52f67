import type { Page } from '@cux/kernel';

/** Rows of one read: few enough to hold, many enough that a read costs little a row. */
const pageSize = 500;

/**
 * A list of the kernel from its beginning to its end, a page at a time. What is added meanwhile is met where its id comes later.
 *
 * @param idOf by what the list is ordered
 */
export async function* everyPage<Entry>(
  read: (page: Page) => Promise<readonly Entry[]>,
  idOf: (entry: Entry) => string,
): AsyncGenerator<readonly Entry[]> {
  for (let after: string | undefined; ; ) {
    const page = await read({ limit: pageSize, after });
    const last = page.at(-1);
    if (last === undefined) return;
    yield page;
    if (page.length < pageSize) return;
    after = idOf(last);
  }
}
