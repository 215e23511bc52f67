import { html, raw } from 'hono/html';
import { type Article, sections } from './article.ts';

type Page = ReturnType<typeof html>;

/** The list of articles. */
export function indexPage(articles: readonly Article[]): Page {
  return layout(
    'Newsroom',
    html`<h1>Articles</h1>
      <p><a class="button" href="/articles/new">New article</a></p>
      <ul class="articles">
        ${articles
          .filter((article) => article.status !== 'auto-draft')
          .map(
            (article) =>
              html`<li>
                <a href="/articles/${article.id}/edit">${article.headline || 'Untitled'}</a>
                <span class="tag">${article.status}</span>
              </li>`,
          )}
      </ul>`,
  );
}

/**
 * The editor. "Publish" opens a side panel that covers nothing; only "Confirm publish" publishes. What is published
 * already can only be updated, and the button says so, as in other editors.
 *
 * @param unexpectedDialog show the dialog that no recipe knows, from the first paint on
 */
export function editorPage(article: Article, unexpectedDialog: boolean): Page {
  const published = article.status === 'published';
  return layout(
    'Edit article',
    html`<div class="editor" data-article="${article.id}" data-published="${published}">
        <form class="paper" autocomplete="off">
          <label for="headline">Headline</label>
          <input id="headline" name="headline" maxlength="200" value="${article.headline}" />
          <label for="body">Body</label>
          <textarea id="body" name="body" rows="12" maxlength="50000">${article.body}</textarea>
          <label for="section">Section</label>
          <select id="section" name="section">
            ${sections.map((name) => html`<option ${name === article.section ? 'selected' : ''}>${name}</option>`)}
          </select>
          <div class="bar">
            <button type="button" id="save">Save draft</button>
            <button type="button" id="publish" class="primary" aria-expanded="false">${published ? 'Update' : 'Publish'}</button>
            <p role="status" id="status">${published ? 'Published' : ''}</p>
          </div>
        </form>
        <aside role="region" aria-label="Ready to publish?" id="panel" hidden>
          <h2>Ready to publish?</h2>
          <p>Readers see the article as soon as you confirm.</p>
          <button type="button" id="confirm" class="primary">Confirm publish</button>
          <button type="button" id="cancel">Cancel</button>
        </aside>
      </div>
      ${unexpectedDialog ? dialog() : ''}
      <script src="/assets/editor.js" type="module"></script>`,
  );
}

/** The public page of a published article. */
export function publicPage(article: Article): Page {
  return layout(
    article.headline,
    html`<article class="paper">
      <p class="tag">${article.section}</p>
      <h1>${article.headline}</h1>
      ${article.body.split(/\n+/).map((paragraph) => html`<p>${paragraph}</p>`)}
    </article>`,
  );
}

export function messagePage(title: string, message: string): Page {
  return layout(
    title,
    html`<h1>${title}</h1>
      <p>${message}</p>`,
  );
}

function dialog(): Page {
  return html`<div class="veil">
    <div role="dialog" aria-modal="true" aria-labelledby="dialog-title">
      <h2 id="dialog-title">Before you go on</h2>
      <p>Our terms for editors have changed. Accepting them is recorded under your name.</p>
      <button type="button" class="primary" id="acknowledge">Accept and continue</button>
    </div>
  </div>`;
}

function layout(title: string, content: Page): Page {
  return html`${raw('<!doctype html>')}
    <html lang="en">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <title>${title} · Newsroom</title>
        <link rel="icon" href="data:," />
        <link rel="stylesheet" href="/assets/newsroom.css" />
      </head>
      <body>
        <header><a href="/">Newsroom</a></header>
        <main>${content}</main>
      </body>
    </html>`;
}
