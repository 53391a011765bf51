/**
 * The names in a text that hardly stand there by chance, in small letters: identifiers, files, flags, and what is set in
 * backticks. Of a path only the file counts. A file after `@` is handed to the agent, and not spoken of.
 */
export function namesIn(text: string): Set<string> {
  const names = new Set<string>();
  for (const [, quoted, file, identifier, flag] of text.matchAll(NAME))
    names.add((quoted ?? file ?? identifier ?? flag!).toLowerCase());
  return names;
}

const NAME =
  /`([^`\n]{3,60})`|(?<![\w/.@-])(?:[\w.-]{1,80}\/){0,20}([\w-]{2,80}\.(?!(?:com|org|net|io|ai|dev|app)\b)[a-z]{1,5}(?![\w/]))|\b([A-Za-z]\w{0,60}[a-z\d][A-Z]\w{0,60}|[A-Za-z][A-Za-z\d]{0,60}_\w{1,60})\b|(?<![\w-])(--[a-z][\w-]{2,60})/g;
