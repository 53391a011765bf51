/** What the folders are called in which agent programs answer the memory's own questions. */
export const WRITER_FOLDER = 'sqrl-writer-';

/** The first line of every such question. */
export const WRITER_LINE = '[sqrl-writer] A question of the memory itself; this session is not remembered.';

/** The environment variable that tells whatever such a program starts that it is not to remember, nor to ask. */
export const WRITER_GUARD = 'SQRL_WRITER';

/** Whether a folder is one of those: what happens there is never learned from. */
export const isWriterFolder = (folder: string): boolean =>
  folder.split(/[\\/]/).some((name) => name.startsWith(WRITER_FOLDER));

/** Whether a prompt is such a question; only at its beginning, since people may quote the line. */
export const isWriterPrompt = (text: string): boolean => text.trimStart().startsWith(WRITER_LINE);

/**
 * A prompt that a program wrote, not a person: between tags, which reading a person's own words leaves out. Words in it
 * cannot end the tag.
 */
export const asProgramTask = (text: string): string => `<task>\n${text.replaceAll('</', '<\\/')}\n</task>`;

/** Such a prompt as it was before, for showing; any other as it is. */
export const withoutTaskTag = (text: string): string =>
  text.startsWith('<task>\n') ? text.slice(7).replace(/\n<\/task>$/, '') : text;
