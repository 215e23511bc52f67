// What the tests play a share of, at its whole length.
import './leak/corpus.test.ts';
import './leak/redact-text.test.ts';
import './wire/differential.test.ts';
