import { digestOfBytes } from '@cux/contracts';
import { formRequest, formRule, multipartRequest, multipartRule, stateWith } from './examples.ts';
import { type Row, row } from './row.ts';

const part = (name: string, value: string) =>
  `------B7\r\nContent-Disposition: form-data; name="${name}"\r\n\r\n${value}\r\n`;
const filePart = (more = '') =>
  `------B7\r\nContent-Disposition: form-data; name="file"; filename="a.png"\r\nContent-Type: image/png\r\n${more}\r\n\u0001\r\n`;
/** A rule about the bytes of the file, too: what a person has approved, under the name that it was approved with. */
const approvedFile = (name: string, content: string) =>
  stateWith({
    ...multipartRule,
    body: {
      kind: 'multipart',
      fields: [
        { field: 'status', operator: 'equals', value: 'draft' },
        { field: 'file', operator: 'file', name, digest: digestOfBytes(Buffer.from(content, 'latin1')) },
      ],
      other_fields: 'deny',
    },
  });
const close = '------B7--\r\n';
const withFile = multipartRequest(part('status', 'draft') + filePart() + close);
const forms = stateWith(formRule);
const lines = stateWith({
  ...formRule,
  body: {
    kind: 'form',
    fields: [
      { field: 'status', operator: 'equals', value: 'draft' },
      { field: 'text', operator: 'equals', value: 'a\nb' },
    ],
    other_fields: 'deny',
  },
});
const multiparts = stateWith(multipartRule);

export const formRows: readonly Row[] = [
  row('the form saves a draft', 'save-draft', formRequest('status=draft&title=a+b%C3%A4'), forms),
  row(
    'lines are sent with CRLF, whatever was typed',
    'save-draft',
    formRequest('status=draft&text=a%0D%0Ab'),
    lines,
  ),
  row('a line feed alone is the same line', 'save-draft', formRequest('status=draft&text=a%0Ab'), lines),
  row(
    'a carriage return alone is another text',
    'guard.body-mismatch',
    formRequest('status=draft&text=a%0Db'),
    lines,
  ),
  row(
    'a line more is another text',
    'guard.body-mismatch',
    formRequest('status=draft&text=a%0D%0A%0D%0Ab'),
    lines,
  ),
  row('the form publishes', 'guard.body-mismatch', formRequest('status=published'), forms),
  row('a field twice', 'guard.body-unreadable', formRequest('status=draft&status=published'), forms),
  row('another field twice', 'guard.body-unreadable', formRequest('status=draft&a=1&a=2'), forms),
  row('a list may repeat where it is allowed', 'save-draft', formRequest('status=draft&a[]=1&a[]=2'), forms),
  row(
    'PHP takes a list of the same name for the field',
    'guard.body-mismatch',
    formRequest('status=draft&status[]=published'),
    forms,
  ),
  row(
    'PHP drops leading blanks',
    'guard.body-mismatch',
    formRequest('status=draft&+status=published'),
    forms,
  ),
  row(
    'a semicolon separates for some',
    'guard.body-unreadable',
    formRequest('status=draft;status=published'),
    forms,
  ),
  row('an escape that is not UTF-8', 'guard.body-unreadable', formRequest('status=draft&a=%ff'), forms),
  row('raw bytes beyond ASCII', 'guard.body-unreadable', formRequest('status=draft&a=ä'), forms),
  row(
    'a form that names its own character set',
    'guard.body-unreadable',
    formRequest('status=draft&_charset_=utf-7'),
    forms,
  ),
  row(
    'parts as browsers send them',
    'save-draft',
    multipartRequest(part('status', 'draft') + filePart() + close),
    multiparts,
  ),
  row('the file that was approved', 'save-draft', withFile, approvedFile('a.png', '\u0001')),
  row('other bytes under its name', 'guard.body-mismatch', withFile, approvedFile('a.png', '\u0002')),
  row('its bytes under another name', 'guard.body-mismatch', withFile, approvedFile('b.png', '\u0001')),
  row(
    'text where a file was approved',
    'guard.body-mismatch',
    multipartRequest(part('status', 'draft') + part('file', '\u0001') + close),
    approvedFile('a.png', '\u0001'),
  ),
  row(
    'a part that nobody named',
    'guard.body-mismatch',
    multipartRequest(part('status', 'draft') + filePart() + part('x', '1') + close),
    multiparts,
  ),
  row(
    'a part twice',
    'guard.body-unreadable',
    multipartRequest(part('status', 'draft') + part('status', 'published') + filePart() + close),
    multiparts,
  ),
  row(
    'a status in a file',
    'guard.body-mismatch',
    multipartRequest(part('file', 'x') + filePart().replace('"file"', '"status"') + close),
    multiparts,
  ),
  row(
    'a preamble',
    'guard.body-unreadable',
    multipartRequest(`x\r\n${part('status', 'draft')}${filePart()}${close}`),
    multiparts,
  ),
  row(
    'an epilogue',
    'guard.body-unreadable',
    multipartRequest(part('status', 'draft') + filePart() + close + part('status', 'published') + close),
    multiparts,
  ),
  row(
    'a boundary that only lax readers see',
    'guard.body-unreadable',
    multipartRequest(part('status', `draft\n------B7\nx`) + filePart() + close),
    multiparts,
  ),
  row(
    'a transfer encoding',
    'guard.body-unreadable',
    multipartRequest(part('status', 'draft') + filePart('Content-Transfer-Encoding: base64\r\n') + close),
    multiparts,
  ),
  row(
    'a name in two spellings',
    'guard.body-unreadable',
    multipartRequest(
      part('status', 'draft').replace('"status"', `"status"; name*=utf-8''x`) + filePart() + close,
    ),
    multiparts,
  ),
  row(
    'no boundary',
    'guard.body-unreadable',
    {
      ...multipartRequest(part('status', 'draft') + filePart() + close),
      headers: { 'content-type': 'multipart/form-data' },
    },
    multiparts,
  ),
  row(
    'another boundary than declared',
    'guard.body-unreadable',
    {
      ...multipartRequest(part('status', 'draft') + filePart() + close),
      headers: { 'content-type': 'multipart/form-data; boundary=x' },
    },
    multiparts,
  ),
  row(
    'a multipart that says it is a form',
    'guard.body-unreadable',
    {
      ...multipartRequest(part('status', 'draft') + close),
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
    },
    multiparts,
  ),
];
