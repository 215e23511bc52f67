import { plainLine } from '@cux/content-ops';
import type { GateNotification } from '@cux/runtime';

/** The question in Slack's own notation; nothing in it can become a link, a mention or a command. */
export function slackText({ question, link, gate_id }: GateNotification): string {
  const asked = asPlainSlack(plainLine(question));
  return link === null
    ? `${asked}\ncux gate decide ${gate_id}`
    : `${asked}\n<${asPlainSlack(link.replaceAll('|', '%7C'))}|Decide>`;
}

function asPlainSlack(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
}
