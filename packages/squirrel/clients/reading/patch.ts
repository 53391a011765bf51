import type { MomentWrite } from '@sqrl/base/model/moment.ts';
import type { RawTouch } from '@sqrl/base/model/reader.ts';
import { pathIn } from './paths.ts';

const FILE_LINE = /^\*\*\* (Add File|Update File|Delete File|Move to): (.+?)\r?$/gm;
const WAYS = {
  'Add File': 'write',
  'Update File': 'edit',
  'Delete File': 'delete',
  'Move to': 'write',
} as const;

/** Tells whether a text holds a patch in the form that Codex made usual. */
export const isPatch = (text: string): boolean => text.includes('*** Begin Patch');

/** The files that a patch speaks of. Its hunks have no line numbers: those are known when it was applied. */
export const filesOfPatch = (patch: string, folder: string | null): RawTouch[] =>
  Array.from(patch.matchAll(FILE_LINE), ([, what, path]) => ({
    path: pathIn(folder, path!.trim()),
    way: WAYS[what as keyof typeof WAYS],
    lines: null,
  }));

const MAX_TEXT_CHARS = 200_000;

/** What a patch writes: the lines that it adds, and those that it takes away. */
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
