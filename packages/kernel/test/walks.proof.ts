// The walks that the tests play a share of, at their whole length.
import './liveness.test.ts';
import './random-commands.test.ts';
