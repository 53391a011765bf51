import { join } from 'node:path';
import type { RawEvent } from '@sqrl/base/model/reader.ts';

/**
 * Gives commands the folders in which shells of Windows show them, `PS C:\dev\shop\web >npm test`: a `cd` of an earlier
 * command still holds there, and a history names no folder. The highest one on the way to the first is the repository's,
 * which may have had another name then.
 */
export function inShownFolders(events: readonly RawEvent[]): void {
  const shown = events.flatMap((event) => (event.cwd === null ? [] : shownFolder(event)));
  const first = `${shown[0]?.folder}/`;
  const root = shown.reduce(
    (top, { folder }) => (first.startsWith(`${folder}/`) && folder.length < top.length ? folder : top),
    first,
  );
  for (const { event, folder } of shown)
    if (folder.startsWith(`${root}/`)) event.cwd = join(event.cwd!, folder.slice(root.length + 1));
}

function shownFolder(event: RawEvent): { event: RawEvent; folder: string }[] {
  const { kind, tool, command, text } = event;
  const [, folder, line] = SHELL_PROMPT.exec(text.slice(0, MAX_CHARS)) ?? [];
  // Terminals wrap long lines.
  const start = line?.trim().slice(0, MAX_COMPARED_CHARS);
  const isShown = kind === 'result' && tool === 'run' && start && command?.trim().startsWith(start);
  return isShown ? [{ event, folder: folder!.replaceAll('\\', '/') }] : [];
}

const SHELL_PROMPT = /^\s{0,4}(?:PS )?([A-Za-z]:\\[^<>:"|?*\n]{0,240}?) ?> ?(\S.*)$/m;
const [MAX_CHARS, MAX_COMPARED_CHARS] = [600, 20];
