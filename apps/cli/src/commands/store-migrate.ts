import { answer, type Output } from '../output.ts';
import type { StorePlace } from '../state/store-place.ts';

/** Brings the tables of a store up to date. */
export async function storeMigrate(place: StorePlace, output: Output): Promise<void> {
  const { from, to } = await place.migrate();
  const said =
    from === to
      ? `The tables are at version ${to} already.`
      : `The tables were brought from version ${from} to ${to}.`;
  answer(output, { kind: place.kind, from, to }, [said]);
}
