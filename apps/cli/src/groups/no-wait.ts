/** As the library reads `--no-wait`. */
export interface Waiting {
  readonly wait: boolean;
}

export const noWaitHelp =
  'end, with 1, where it would stay while what left may still arrive; a later command goes on from there';
