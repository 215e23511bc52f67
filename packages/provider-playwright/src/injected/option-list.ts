import { flatParentOf, isRendered, queryDeep } from './dom.ts';
import { roleOf } from './role.ts';

/** Share of a list's height that one step takes, so that an option at the edge is drawn whole once. */
const step = 0.8;

/** `end` when the list cannot go further, `none` when no option is shown. */
export type Scrolled = 'moved' | 'end' | 'none';

function scrollerOf(option: Element): Element | null {
  for (let each: Element | null = option; each !== null; each = flatParentOf(each)) {
    const { overflowY } = getComputedStyle(each);
    if (each.scrollHeight > each.clientHeight + 1 && /auto|scroll/.test(overflowY)) {
      return each;
    }
  }
  return null;
}

/**
 * Moves the open list of options on: to its beginning, or down by less than it shows. A list may draw only what is in
 * sight.
 */
export function scrollOptions(toBeginning: boolean): Scrolled {
  const option = queryDeep(document, '[role~="option"]').find(
    (each) => roleOf(each) === 'option' && isRendered(each),
  );
  if (option === undefined) {
    return 'none';
  }
  const scroller = scrollerOf(option);
  const before = scroller?.scrollTop ?? 0;
  const height = scroller?.clientHeight ?? 0;
  scroller?.scrollTo({ top: toBeginning ? 0 : before + height * step, behavior: 'instant' });
  return (scroller?.scrollTop ?? 0) === before ? 'end' : 'moved';
}
