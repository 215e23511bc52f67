import type { InitQuestions } from './init.ts';

/** What a person is asked at the terminal when nothing else says it. */
export const initQuestions: InitQuestions = {
  async origin() {
    const { input } = await import('@inquirer/prompts');
    return input({ message: 'Which site is published on (https://…)?', required: true });
  },
  async recipe(recipes, said) {
    const { select } = await import('@inquirer/prompts');
    return select({
      message:
        said === 'no answer'
          ? 'The site does not answer. What kind of site is it?'
          : 'What kind of site is it?',
      choices: recipes.map(({ name, describes }) => ({ name, value: name, description: describes })),
      ...(said === null || said === 'no answer' ? {} : { default: said }),
    });
  },
  async account() {
    const { input } = await import('@inquirer/prompts');
    return input({
      message: 'Which account of the site acts there? (its name; never a password)',
      required: true,
    });
  },
};
