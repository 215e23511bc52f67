/** How a text may lie in a file: as it is, in another encoding, or inside of what something else has encoded. */
export function writtenForms(text: string): readonly Buffer[] {
  const utf8 = Buffer.from(text, 'utf8');
  const wide = Buffer.from(text, 'utf16le');
  const forms: readonly Buffer[] = [
    utf8,
    wide,
    Buffer.from(wide).swap16(),
    Buffer.from(utf8.toString('hex'), 'latin1'),
    Buffer.from(encodeURIComponent(text), 'latin1'),
    Buffer.from(JSON.stringify(text).slice(1, -1), 'utf8'),
    ...insideBase64(utf8),
    ...insideBase64(wide),
  ];
  return [...new Map(forms.map((form) => [form.toString('latin1'), form])).values()];
}

/** What base64 makes of the bytes wherever they begin in what was encoded, without the characters that their neighbours share. */
function insideBase64(bytes: Buffer): readonly Buffer[] {
  return [0, 1, 2].flatMap((before) => {
    const shifted = Buffer.concat([Buffer.alloc(before), bytes]);
    const whole = shifted.subarray(0, shifted.length - (shifted.length % 3)).toString('base64');
    const own = whole.slice(before === 0 ? 0 : 4);
    return [own, own.replaceAll('+', '-').replaceAll('/', '_')].map((form) => Buffer.from(form, 'latin1'));
  });
}
