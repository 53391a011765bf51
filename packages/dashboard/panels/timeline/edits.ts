export interface EditLine {
  sign: '+' | '-' | ' ';
  text: string;
}

/** What a call changed in a file, line by line, whichever way its client writes that; none where it cannot be told. */
export function editLines(text: string): EditLine[] {
  const call = parsed(text);
  if (call !== undefined) return replacements(call).flatMap(([before, after]) => compared(before, after));
  return /^(\*\*\* Begin Patch|@@|diff --git)/m.test(text) ? text.split('\n').map(patchLine) : [];
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** Pairs of a text and what took its place, wherever they stand in a record. */
function replacements(record: unknown): [before: string, after: string][] {
  if (typeof record !== 'object' || record === null) return [];
  const fields = record as Record<string, unknown>;
  const [before, after] = [fields.old_string ?? fields.oldString, fields.new_string ?? fields.newString];
  if (typeof before === 'string' && typeof after === 'string') return [[before, after]];
  if (typeof fields.content === 'string' && typeof fields.file_path === 'string')
    return [['', fields.content]];
  return Object.values(fields).flatMap(replacements);
}

const patchLine = (line: string): EditLine =>
  /^[+-](?![+-]{2} )/.test(line)
    ? { sign: line[0] as '+' | '-', text: line.slice(1) }
    : { sign: ' ', text: line };

/** Lines that both begin or end with are kept once. */
function compared(before: string, after: string): EditLine[] {
  const [a, b] = [before, after].map((text) => (text === '' ? [] : text.split('\n'))) as [string[], string[]];
  let head = 0;
  while (head < a.length && head < b.length && a[head] === b[head]) head++;
  let tail = 0;
  while (tail < a.length - head && tail < b.length - head && a.at(-1 - tail) === b.at(-1 - tail)) tail++;
  const lines = (sign: EditLine['sign'], some: string[]) => some.map((text) => ({ sign, text }));
  return [
    ...lines(' ', a.slice(0, head)),
    ...lines('-', a.slice(head, a.length - tail)),
    ...lines('+', b.slice(head, b.length - tail)),
    ...lines(' ', a.slice(a.length - tail)),
  ];
}
