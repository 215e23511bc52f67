const autosaveDelay = 300;

const editor = document.querySelector('.editor');
const fields = ['headline', 'body', 'section'].map((id) => document.getElementById(id));
const [headline, body, section] = fields;
const save = document.getElementById('save');
const publish = document.getElementById('publish');
const panel = document.getElementById('panel');
const confirmPublish = document.getElementById('confirm');
const cancel = document.getElementById('cancel');
const status = document.getElementById('status');
const acknowledge = document.getElementById('acknowledge');

let timer = 0;
/** Saves wait for each other, so that a late autosave never overtakes a publication. */
let last = Promise.resolve();
let published = editor.dataset.published === 'true';

function send(wanted) {
  clearTimeout(timer);
  last = last.then(() => (published ? undefined : post(wanted)));
  return last;
}

async function post(wanted) {
  const article = {
    status: wanted,
    headline: headline.value,
    body: body.value,
    section: section.value,
  };
  try {
    const answer = await fetch(`/api/articles/${editor.dataset.article}`, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json' },
      body: JSON.stringify(article),
    });
    if (answer.ok) return settle(wanted);
    const problem = await answer.json().catch(() => ({}));
    status.textContent = problem.message ?? 'The newsroom did not accept this.';
  } catch {
    status.textContent = 'Not saved: the newsroom did not answer.';
  }
}

function settle(wanted) {
  published = wanted === 'published';
  status.textContent = published ? 'Published' : 'Draft saved';
  if (published) lock();
}

function lock() {
  togglePanel(false);
  for (const control of [...fields, save, publish]) control.disabled = true;
}

function togglePanel(open) {
  panel.hidden = !open;
  publish.setAttribute('aria-expanded', String(open));
}

for (const field of fields) {
  field.addEventListener('input', () => {
    status.textContent = 'Unsaved changes';
    clearTimeout(timer);
    timer = setTimeout(() => send('draft'), autosaveDelay);
  });
}
save.addEventListener('click', () => send('draft'));
publish.addEventListener('click', () => togglePanel(true));
cancel.addEventListener('click', () => togglePanel(false));
confirmPublish.addEventListener('click', () => {
  confirmPublish.disabled = true;
  send('published').finally(() => {
    confirmPublish.disabled = false;
  });
});
acknowledge?.addEventListener('click', async () => {
  await fetch('/api/acknowledgements', { method: 'POST' });
  acknowledge.closest('.veil').remove();
});
if (published) lock();
