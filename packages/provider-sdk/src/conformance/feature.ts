/**
 * What an engine may lack without being a bad provider. A scenario that needs one of them is not played on a subject that
 * does not have it, and is reported as such; nothing else can be left out.
 */
export const conformanceFeatures = {
  pages: 'a site’s own pages are shown, with the fields, containers and dialogs that it puts on them',
  cookies: 'a site can put cookies into a session',
  scripts: 'the scripts of a page run',
  layout: 'it is known which element lies over which',
  screenshots: 'screenshots can be taken',
  files: 'files can be put into a field of a page',
  targets: 'more than one window or tab can be open',
} as const;

export type ConformanceFeature = keyof typeof conformanceFeatures;

export const allConformanceFeatures = Object.keys(conformanceFeatures) as readonly ConformanceFeature[];
