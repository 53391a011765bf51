/**
 * A prompt that a program wrote, not a person: between tags, which reading a person's own words leaves out. Words in it
 * cannot end the tag.
 */
export const asProgramTask = (text: string): string => `<task>\n${text.replaceAll('</', '<\\/')}\n</task>`;

/** Such a prompt as it was before, for showing; any other as it is. */
export const withoutTaskTag = (text: string): string =>
  text.startsWith('<task>\n') ? text.slice(7).replace(/\n<\/task>$/, '') : text;
