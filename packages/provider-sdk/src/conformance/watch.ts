/** In how many turns time is let go by. */
const turns = 20;

/**
 * Lets so many milliseconds go by while a site counts, in turns: in each one, this process also takes in what has
 * reached it. One long wait would be over after one turn on a machine that is too busy for more.
 */
export async function watchFor(milliseconds: number): Promise<void> {
  for (let turn = 0; turn < turns; turn += 1) {
    await new Promise((resolve) => setTimeout(resolve, milliseconds / turns));
  }
}
