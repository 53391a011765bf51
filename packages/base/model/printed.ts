/**
 * Prints a text that somebody else wrote as one line of what an agent reads: no line ends, control or invisible characters,
 * nothing that turns the reading direction, no heading or list sign at its beginning, no tag by which a client marks its own
 * words. A memory, a task or an error must not be able to look like a part of the page it stands on.
 */
export function printed(text: string, maxLength = Number.POSITIVE_INFINITY): string {
  const line = isPlain(text) ? text : plainLine(text);
  if (line.length <= maxLength) return line;
  return `${line
    .slice(0, maxLength - 1)
    .toWellFormed()
    .replace(/\ufffd$/, '')
    .trimEnd()}…`;
}

/**
 * Prints a name that somebody else gave: of a file, a folder, a branch, a symbol, a tool, an author. One that is more than
 * letters, digits and the usual signs stands in quotes, so that it is seen where it begins and ends.
 */
export function printedName(name: string, maxLength = 200): string {
  const line = printed(name, maxLength);
  return PLAIN_NAME.test(line) && line === name.slice(0, maxLength) ? line : quoted(line);
}

/** Prints a file's name as a heading: one without a dot or a slash could be taken for a heading of our own. */
export function printedHeading(name: string): string {
  const line = printedName(name);
  return line.startsWith('"') || /[./]/.test(line) ? line : quoted(line);
}

/** Prints a command, a path or another piece of code between backticks, which it cannot end. */
export const printedCode = (text: string, maxLength = 200): string =>
  `\`${printed(text.replaceAll('`', "'"), maxLength)}\``;

const quoted = (line: string): string => `"${line.replace(/["`]/g, "'")}"`;

const PLAIN_NAME = /^[\p{L}\p{N}_@.~/$([][\p{L}\p{M}\p{N}_@.+~/\\\-()[\]$:,=%&!#{}*]*$/u;

/** Most texts are one line of plain words; to see that is cheap. */
const isPlain = (text: string): boolean => !/[^ -~]| {2}|^ | $|</.test(text) && !STRUCTURE.test(text);

function plainLine(text: string): string {
  let line = text
    .toWellFormed()
    .replace(INVISIBLE, '')
    .replace(/[\s\p{Cc}]+/gu, ' ')
    .replace(CLIENT_TAG, '‹')
    .trim();
  while (STRUCTURE.test(line)) line = line.replace(STRUCTURE, '');
  return line;
}

/** Signs of which Markdown makes a heading, a list, a quote or a table where a line begins with them. */
const STRUCTURE = /^(?:#{1,6}|>+|[-*+=|]+|`{3,}|~{3,})(?: |$)/;

/** Zero-width and bidi characters, tags of Unicode, fillers, variation selectors. */
const INVISIBLE = /\p{Default_Ignorable_Code_Point}/gu;

/** Where a tag begins by which clients mark what they put in themselves. */
const CLIENT_TAG =
  /<(?=\/?\s*(?:system|user|assistant|human|developer|command|local-command|bash-|ide_|tool|function|antml|task|persisted|instructions|environment|memory|squirrel|hook|context)[\w:-]*)/gi;
