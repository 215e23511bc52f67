/** The whole page: a picture, a person's pointer and keys, and what belongs to a Screen. It loads nothing else. */
export function takeoverPage(nonce: string): string {
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<title>Take over the Screen</title>
<style nonce="${nonce}">
  body { margin: 0; font: 16px/1.5 system-ui, sans-serif; color: #1a1a1a; background: #ececf0; }
  header { display: flex; gap: 1rem; align-items: center; padding: .6rem 1rem; background: #fff; border-bottom: 1px solid #ccc; }
  h1 { font-size: 1rem; margin: 0; }
  #status { flex: 1; color: #444; }
  button { font: inherit; padding: .3rem .9rem; }
  #hand-back { background: #1a4fb4; color: #fff; border: 0; border-radius: 4px; }
  main { padding: 1rem; display: grid; gap: .8rem; justify-items: center; }
  #screen { max-width: 100%; background: #fff; box-shadow: 0 1px 6px #0004; outline-offset: 2px; cursor: crosshair; }
  #dialog { border: 2px solid #b36b00; background: #fff8e8; padding: .8rem 1rem; }
  [hidden] { display: none; }
</style>
</head>
<body>
<header>
  <h1>This Screen is yours</h1>
  <p id="status" role="status">Connecting …</p>
  <label id="targets-label" hidden>Tab <select id="targets"></select></label>
  <button id="hand-back" type="button">Give the Screen back</button>
</header>
<main>
  <section id="dialog" aria-label="The page asks" hidden>
    <p id="dialog-text"></p>
    <button id="accept" type="button">OK</button>
    <button id="dismiss" type="button">Cancel</button>
  </section>
  <img id="screen" tabindex="0" alt="The Screen as the agent’s browser shows it" draggable="false">
</main>
<script nonce="${nonce}">
const token = location.hash.slice(1);
history.replaceState(null, '', location.pathname);
const byId = (id) => document.getElementById(id);
const [screen, status] = [byId('screen'), byId('status')];
const headers = { authorization: 'Bearer ' + token };
let over = false;
let sending = Promise.resolve();

function post(path, body) {
  return fetch(path, { method: 'POST', headers: { ...headers, 'content-type': 'application/json' }, body: JSON.stringify(body) });
}
/** In the order in which the person did it. */
function send(input) {
  if (over) return;
  sending = sending.then(() => post('/input', input)).catch(() => end('The connection is lost.'));
}
function end(message) {
  over = true;
  status.textContent = message;
  byId('hand-back').disabled = true;
  byId('dialog').hidden = true;
}
function place(event) {
  const box = screen.getBoundingClientRect();
  const scale = (screen.naturalWidth || box.width) / box.width;
  const within = (value, most) => Math.min(Math.max(Math.round(value * scale), 0), most);
  return { x: within(event.clientX - box.left, screen.naturalWidth), y: within(event.clientY - box.top, screen.naturalHeight) };
}
const buttons = ['left', 'middle', 'right'];
function pointer(action) {
  return (event) => {
    event.preventDefault();
    if (action === 'down') screen.focus();
    send({ kind: 'pointer', action, ...place(event), button: buttons[event.button] ?? 'left', clicks: Math.min(Math.max(event.detail, 1), 3) });
  };
}
screen.addEventListener('mousedown', pointer('down'));
screen.addEventListener('mouseup', pointer('up'));
let moved = 0;
screen.addEventListener('mousemove', (event) => {
  if (event.timeStamp - moved < 40) return;
  moved = event.timeStamp;
  pointer('move')(event);
});
screen.addEventListener('contextmenu', (event) => event.preventDefault());
screen.addEventListener('wheel', (event) => {
  event.preventDefault();
  send({ kind: 'wheel', ...place(event), delta_x: event.deltaX, delta_y: event.deltaY });
}, { passive: false });
function key(action) {
  return (event) => {
    if (event.isComposing || event.key === 'Unidentified' || event.key === 'Dead') return;
    if ((event.ctrlKey || event.metaKey) && event.key.toLowerCase() === 'v') return;
    event.preventDefault();
    send({ kind: 'key', action, key: event.key });
  };
}
screen.addEventListener('keydown', key('down'));
screen.addEventListener('keyup', key('up'));
document.addEventListener('paste', (event) => {
  const text = event.clipboardData.getData('text/plain').slice(0, 16384);
  if (document.activeElement === screen && text !== '') send({ kind: 'text', text });
});
byId('accept').addEventListener('click', () => send({ kind: 'dialog', accept: true }));
byId('dismiss').addEventListener('click', () => send({ kind: 'dialog', accept: false }));
byId('targets').addEventListener('change', (event) => send({ kind: 'target', action: 'switch', label: event.target.value }));
byId('hand-back').addEventListener('click', async () => {
  over = true;
  status.textContent = 'Giving it back …';
  await sending;
  const answer = await post('/hand-back', {}).catch(() => null);
  end(answer?.ok ? 'You have given the Screen back. You can close this page.' : 'It could not be given back here; see the terminal.');
});
function show(frame) {
  status.textContent = frame.dialog ? 'The page waits for an answer.' : 'What you do here is done in the agent’s browser.';
  if (frame.data !== '') screen.src = 'data:' + frame.media_type + ';base64,' + frame.data;
  byId('dialog').hidden = frame.dialog === null;
  byId('dismiss').hidden = frame.dialog?.kind === 'alert';
  byId('dialog-text').textContent = frame.dialog?.text ?? '';
  byId('targets-label').hidden = frame.targets.length < 2;
  byId('targets').replaceChildren(...frame.targets.toSorted().map((label) => new Option(label, label, false, label === frame.target)));
}
async function watch() {
  const answer = await fetch('/frames', { headers });
  if (!answer.ok) return end('This address has been used or is over; ask for a new one.');
  const reader = answer.body.pipeThrough(new TextDecoderStream()).getReader();
  let rest = '';
  for (let part = await reader.read(); !part.done; part = await reader.read()) {
    const lines = (rest + part.value).split('\\n');
    rest = lines.pop();
    if (lines.length > 0) show(JSON.parse(lines.at(-1)));
  }
  if (!over) end('The Screen has been taken away.');
}
watch().catch(() => end('The connection is lost.'));
</script>
</body>
</html>
`;
}
