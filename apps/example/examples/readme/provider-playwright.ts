import { createPlaywrightProvider, findChromium, tryChromium } from '@cux/provider-playwright';

const search = findChromium();
if (search.kind === 'missing') throw new Error(search.message);

// Starts nothing: a browser is started when a host opens a session, behind that session's guard.
const provider = createPlaywrightProvider({ executablePath: search.executablePath });
for (const { ok, check, message } of await provider.doctor()) console.log(ok, check, message);

// Starts it once, as a session does, and ends it.
console.log((await tryChromium(search.executablePath)).message);
