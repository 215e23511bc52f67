// A task, as the kernel keeps it

// The sites and what may leave
export { type SiteTaskRules, siteTaskRulesSchema, type TaskSite } from './rules.ts';
// The capability
export { createSiteTasks, type SiteTasksOptions, siteTasksDescription } from './site-tasks.ts';
export { changeOfTask, type Task, taskDigest, taskSchema } from './task.ts';
