export { type Work, workOf, workUntilKilled } from './work-until-killed.ts';
