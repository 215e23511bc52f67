import type { HttpInterface } from '../interface/http-interface.ts';

const post = '/index.php?rest_route=/wp/v2/posts/{1}&context=edit';

/**
 * WordPress's REST interface, with an application password of the account. Its address works whatever the permalinks
 * are. A new post is made as a draft by its first save, which is when it gets its id.
 */
export const wordpressInterface: HttpInterface = {
  schema_version: 'cux_http_interface_v1',
  describes: 'WordPress 5.6 and later: posts through the REST interface, with an application password.',
  forms: [
    { address: '/rest/sign-in', heading: 'Sign in', load: null, fields: [], buttons: [] },
    {
      address: '/rest/me',
      heading: 'Signed in',
      load: '/index.php?rest_route=/wp/v2/users/me',
      fields: [{ role: 'textbox', name: 'Username', pointer: null }],
      buttons: [],
    },
    {
      address: '/rest/posts/new',
      heading: 'New post',
      load: '/index.php?rest_route=/wp/v2/users/me',
      fields: [
        { role: 'textbox', name: 'Title', pointer: null },
        { role: 'textbox', name: 'Text', pointer: null },
      ],
      buttons: [
        {
          name: 'Save draft',
          method: 'POST',
          path: '/index.php?rest_route=/wp/v2/posts',
          body: { title: { field: 'Title' }, content: { field: 'Text' }, status: { value: 'draft' } },
          leads_to: '/rest/posts/{/id}',
        },
      ],
    },
    {
      address: '/rest/posts/{integer}',
      heading: 'Post',
      load: post,
      fields: [
        { role: 'textbox', name: 'Title', pointer: '/title/raw' },
        { role: 'textbox', name: 'Text', pointer: '/content/raw' },
        { role: 'textbox', name: 'Status', pointer: '/status' },
      ],
      buttons: [
        {
          name: 'Save draft',
          method: 'POST',
          path: '/index.php?rest_route=/wp/v2/posts/{1}',
          body: { title: { field: 'Title' }, content: { field: 'Text' }, status: { value: 'draft' } },
          leads_to: '/rest/posts/{/id}',
        },
        {
          name: 'Publish',
          method: 'POST',
          path: '/index.php?rest_route=/wp/v2/posts/{1}',
          body: { title: { field: 'Title' }, content: { field: 'Text' }, status: { value: 'publish' } },
        },
      ],
    },
  ],
  sign_in: {
    address: '/rest/sign-in',
    account: 'Username',
    secret: 'Application password',
    submit: 'Sign in',
    check: { path: '/index.php?rest_route=/wp/v2/users/me&context=edit', account: '/username' },
    leads_to: '/rest/me',
  },
};
