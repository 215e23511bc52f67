/**
 * Sequences in which the liveness walk meets what hardly any meets: that a todo exists already, and that the outcome
 * of a record is unknown.
 */
export const rareWalks = [
  `time 20, attempt 12, sign-in 52, second-todo 17, take-name 37, attempt 24, time 34, second-todo 3, attempt 56,
   sign-in 22, attempt-and-crash 59, reject 32, person-says 17, time 30, second-todo 8, attempt 18, second-todo 49, time 6,
   attempt-and-crash 54, reject 54, reduce 8, approve 11, approve 36, person-says 43, reopen 18, recover 11,
   new-content 54, meet-wall 9, sign-in 28, take-name 50, reopen 20, take-name 21`,
  `cancel 48, reopen 6, reduce 8, revoke 38, recover 28, revoke 4, attempt 25, attempt 9, attempt 24, attempt 25, reopen 15,
   cancel 60, reopen 10, attempt 0, new-content 38, attempt 34, revoke 19, sign-in 53, reduce 51, reopen 54, attempt 40,
   reduce 30, second-todo 21, new-content 27, attempt 1, person-says 41, sign-in 3, time 48, attempt-and-crash 34, reduce 39,
   recover 52, cancel 0, attempt 45, second-todo 34, attempt 4, attempt 60, attempt-and-crash 23, attempt 42, attempt 1,
   time 11, recover 4, person-says 27, second-todo 39, reopen 1, attempt 16, sign-in 22, sign-in 48, person-says 25,
   approve 30, attempt 57, person-says 22, approve 2, person-says 0, meet-wall 39, reduce 26`,
];
