import type { ObservedRequest } from '../observed-write.ts';
import { singleHeader } from '../request-headers.ts';

/**
 * Whether the answer would take the place of a page. Browsers say so themselves in `Sec-Fetch-Mode`, except
 * to plain-HTTP sites; there a navigation asks for HTML and for secure links.
 */
function isNavigation({ headers }: ObservedRequest): boolean {
  const mode = singleHeader(headers, 'sec-fetch-mode');
  if (mode !== null) return mode === 'navigate';
  const accept = singleHeader(headers, 'accept');
  return (
    singleHeader(headers, 'upgrade-insecure-requests') === '1' && accept?.startsWith('text/html') === true
  );
}

/**
 * The status that a blocked request is answered with. A navigation gets 204, on which browsers stay on the page
 * they are on: what a person has to look at is still there. A script gets 403, so that no page takes a
 * blocked write for a success. A closed connection would do neither: browsers ask again, and show an error page.
 */
export function blockedStatus(request: ObservedRequest): 204 | 403 {
  return isNavigation(request) ? 204 : 403;
}
