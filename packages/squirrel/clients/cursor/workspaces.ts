import { dirname, join } from 'node:path';
import { foreignText, namesIn } from '@sqrl/base/foreign-file.ts';
import { openForeign } from '../../store/foreign/foreign.ts';
import { parseColumn, parseText } from '../reading/json.ts';
import { into, listOrEmpty, record, textOrEmpty, textOrNull } from '../reading/record.ts';
import { storedItem } from './rows.ts';

/**
 * Which folder each conversation was held in, by its id. Conversations lie in one file for all folders; the file that
 * Cursor keeps for each folder lists those that were held there.
 */
export function foldersOfComposers(database: string): Map<string, string> {
  const found = new Map<string, string>();
  const storage = join(dirname(dirname(database)), 'workspaceStorage');
  for (const workspace of namesIn(storage).sort()) {
    const folder = folderOf(join(storage, workspace, 'workspace.json'));
    if (folder !== null)
      for (const id of composersIn(join(storage, workspace, 'state.vscdb')))
        if (!found.has(id)) found.set(id, folder);
  }
  return found;
}

/** A single folder as a path or an address; of a workspace of several folders the file that lists them lies in one. */
function folderOf(path: string): string | null {
  const told = record(parseText(foreignText(path, { maxBytes: 2 ** 20 }) ?? ''));
  return textOrNull(told.folder) ?? (textOrNull(told.workspace)?.replace(/[/\\][^/\\]*$/, '') || null);
}

function composersIn(path: string): string[] {
  try {
    using database = openForeign(path);
    const listed = parseColumn(storedItem(database, 'composer.composerData'));
    return [
      ...listOrEmpty(into(listed, 'allComposers')).map((composer) =>
        textOrEmpty(record(composer).composerId),
      ),
      ...listOrEmpty(into(listed, 'selectedComposerIds')).map(textOrEmpty),
    ].filter((id) => id !== '');
  } catch {
    // One folder's file that cannot be read now must not cost the others.
    return [];
  }
}
