// What the tests play a share of, or without the thread that writes, at its whole length and with it.
import './audit.test.ts';
import './suite.test.ts';
