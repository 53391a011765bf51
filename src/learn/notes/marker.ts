/** The end of a line that Squirrel wrote itself: it names the memory, and tells the indexer to look away. */
export const mark = (id: string): string => `<!-- sqrl:${id} -->`;

/** The id of the memory a line was written for, where Squirrel wrote it. */
export const markedId = (line: string): string | undefined =>
  /<!-- sqrl:([0-9a-z]+) -->\s*$/i.exec(line)?.[1];
