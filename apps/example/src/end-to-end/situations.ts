import { common } from './common-situations.ts';
import type { Situation } from './situation.ts';
import { ofWordPress } from './wordpress-situations.ts';

/** Every row: application × situation. */
export const situations: readonly Situation[] = [...common, ...ofWordPress];
