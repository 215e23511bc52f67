import { Story } from '@cux/kernel/store-suite';
import { openSqliteStore } from '../../src/index.ts';

/** A process that closes nothing: it ends by itself when its commands are answered. Arguments: path, and `caller` to write by itself. */
const writer = process.argv[3] === 'caller' ? 'caller' : 'thread';
const store = await openSqliteStore({ path: process.argv[2] ?? '', writer });
const story = new Story(store);
await story.begin();
void story.putArticle('article-2', 'sent, and not waited for').then(() => process.stdout.write('answered\n'));
