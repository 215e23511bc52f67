/** Something to begin with, in the fields that the recipe has. */
export function sampleContent(recipe: string): string {
  const section = recipe === 'newsroom' ? 'section: Culture\n' : '';
  return `---\ntitle: Hello from cux\n${section}---\nThis was drafted by an agent and approved by a person.\n`;
}
