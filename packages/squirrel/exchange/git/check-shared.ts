import { readLines } from '@sqrl/base/model/sync/lines.ts';
import { redactSync } from '@sqrl/base/redact/redact.ts';

/** Looks for secrets in the shared file as it will be committed; conflict markers count as lines that are not memories. */
export function checkShared(text: string): {
  secrets: { line: number; found: string[] }[];
  wrong: { count: number; first: number } | null;
} {
  const lines = text.split('\n');
  const secrets = lines.flatMap((line, i) => {
    const found = line.trim() === '' ? [] : secretsIn(line);
    return found.length > 0 ? [{ line: i + 1, found }] : [];
  });
  const { wrong, hasMarkers } = readLines(text);
  const marker = lines.findIndex((line) => /^[<=>|]{7}/.test(line)) + 1;
  return { secrets, wrong: wrong ?? (hasMarkers ? { count: 1, first: marker } : null) };
}

/** What looks like a secret in a line of the file, by its kind. */
export const secretsIn = (line: string): string[] => [
  ...new Set(textsIn(line).flatMap((each) => redactSync(each).found)),
];

/** Every text in a line: between quotes a secret is not seen as it stands in a memory. A line that is not JSON is one text. */
function textsIn(line: string): string[] {
  const texts: string[] = [];
  try {
    JSON.parse(line, (key, value: unknown) => {
      if (typeof value === 'string') texts.push(value);
      // Elements of a set are keys.
      if (key !== '') texts.push(key);
      return value;
    });
  } catch {
    return [line];
  }
  return texts.filter((text) => text.length > 3);
}
