// What the tests play a share of, at its whole length.
import './cases.test.ts';
import './surface/fence.test.ts';
