import { systemClock } from '@cux/kernel';

/** A clock that a test may set forward. */
export function testClock() {
  let ahead = 0;
  return {
    now: () => systemClock.now() + ahead,
    advance: (milliseconds: number) => {
      ahead += milliseconds;
    },
  };
}
