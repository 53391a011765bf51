import type { ContextItem, Subject } from './item.ts';

/** Says what was removed, a line for each call, statement and fetched text, oldest first. */
export function summarize(items: readonly ContextItem[]): string {
  const results = new Map(
    items.flatMap((item) => (item.resultOf === undefined ? [] : [[item.resultOf, item]])),
  );
  return items
    .flatMap((item) => {
      const line = lineFor(item, results);
      return line === undefined ? [] : [`- ${line}`];
    })
    .join('\n');
}

function lineFor(item: ContextItem, results: ReadonlyMap<string, ContextItem>): string | undefined {
  switch (item.type) {
    case 'call': {
      const names = item.calls?.map(({ name }) => name).join(', ') || 'call';
      const what = item.subjects?.map(subjectLine).join(', ') || item.content;
      const ends = item.calls?.flatMap(({ id }) => endOf(item, results.get(id))) ?? [];
      return cut(`${names} ${what}${ends.length > 0 ? ` → ${ends.join(', ')}` : ''}`);
    }
    case 'user':
      return cut(`user: ${item.content}`);
    case 'assistant':
      return cut(`agent: ${item.content}`);
    case 'task':
      return cut(`task: ${item.content}`);
    default:
      return undefined;
  }
}

const subjectLine = ({ key, lines }: Subject): string =>
  lines ? `${key} (lines ${lines[0]} to ${lines[1]})` : key;

/** How a call ended; of what can be read again, that it was read is enough. */
function endOf({ tool }: ContextItem, result: ContextItem | undefined): string[] {
  if (result?.failed) return [`failed: ${lastLine(result.content)}`];
  const isInFile = tool === 'read' || tool === 'edit' || tool === 'write';
  return result === undefined || isInFile ? [] : [lastLine(result.content)];
}

/** Of a long text only the end is looked at. */
const lastLine = (text: string): string =>
  text
    .slice(-MAX_LINE_CHARS * 2)
    .trimEnd()
    .split('\n')
    .at(-1)!
    .trim();

function cut(text: string): string {
  const line = text
    .slice(0, MAX_LINE_CHARS * 2)
    .replaceAll(/\s+/g, ' ')
    .trim();
  return line.length > MAX_LINE_CHARS ? `${line.slice(0, MAX_LINE_CHARS - 1)}…` : line;
}

const MAX_LINE_CHARS = 160;
