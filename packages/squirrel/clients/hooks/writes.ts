import type { MomentWrite } from '@sqrl/base/model/moment.ts';
import { type ForeignRecord, firstText, listOrEmpty, record, setOf } from '../reading/record.ts';

const MAX_TEXT_CHARS = 200_000;
const MAX_EDITS = 64;

const TEXT_KEYS = setOf(`
  new_string newString new_str new_source content contents file_text insert_line_text`);

/** What an editing tool is about to write into its file, under whatever names its client has for the parts. */
export function writesIn(path: string | undefined, args: ForeignRecord): MomentWrite[] {
  if (path === undefined) return [];
  const edits = listOrEmpty(args.edits).slice(0, MAX_EDITS).map(record);
  return [args, ...edits].flatMap((edit) => {
    const text = firstText(edit, ...TEXT_KEYS);
    const replaced = firstText(edit, 'old_string', 'oldString', 'old_str');
    return text === null
      ? []
      : { path, text: cut(text), ...(replaced !== null && { replaced: cut(replaced) }) };
  });
}

/** The same of a patch: the lines that it adds, and those that it takes away. */
export function writesOfPatch(patch: string, files: readonly { path: string }[]): MomentWrite[] {
  const parts = patch
    .slice(0, MAX_TEXT_CHARS)
    .split(/^\*\*\* (?:Add File|Update File|Delete File|Move to): .+$/m)
    .slice(1);
  const lines = (part: string, sign: string) =>
    part
      .split('\n')
      .flatMap((line) => (line.startsWith(sign) ? line.slice(1) : []))
      .join('\n');
  return files.flatMap(({ path }, i) => ({
    path,
    text: lines(parts[i] ?? '', '+'),
    replaced: lines(parts[i] ?? '', '-'),
  }));
}

const cut = (text: string): string => text.slice(0, MAX_TEXT_CHARS);
