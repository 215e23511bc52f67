import { Story } from '@cux/kernel/store-suite';
import { openSqliteStore } from '../../src/index.ts';

/** A process that closes nothing: it ends by itself when its commands are answered. Argument: path. */
const store = await openSqliteStore({ path: process.argv[2] ?? '' });
const story = new Story(store);
await story.begin();
void story.putArticle('article-2', 'sent, and not waited for').then(() => process.stdout.write('answered\n'));
