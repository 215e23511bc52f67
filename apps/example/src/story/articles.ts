/** What a story publishes: a headline and a body, in the newsroom's words. */
export interface StoryArticle {
  readonly title: string;
  readonly body: string;
}

/** The article of the first story. */
export const harvestArticle: StoryArticle = {
  title: 'Harvest festival draws a record crowd',
  body: 'More than four thousand visitors came to the market square on Sunday.\n\nThe festival returns next year on the last weekend of September.',
};

const articles: readonly StoryArticle[] = [
  harvestArticle,
  {
    title: 'Library opens its reading room on Sundays',
    body: 'From October the reading room is open from ten to four on Sundays, too.\n\nThe town pays for two more librarians.',
  },
  {
    title: 'Old bridge stays closed until spring',
    body: 'The inspection found rust in two of the six bearings.\n\nBuses go by the ring road until the repair is done in April.',
  },
  {
    title: 'School orchestra plays at the town hall',
    body: 'Sixty pupils play Dvořák and Grieg on Friday at seven.\n\nEntrance is free; the hall has three hundred seats.',
  },
];

/**
 * The article of the story with this number, from 1 up: always the same one for the same number, and never with a
 * headline that another number has.
 */
export function articleOf(number: number): StoryArticle {
  const { title, body } = articles[(number - 1) % articles.length] ?? harvestArticle;
  return { title: number > articles.length ? `${title} (${number})` : title, body };
}
