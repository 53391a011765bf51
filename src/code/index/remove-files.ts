import { removeChunks } from '../../store/code/chunks.ts';
import { type CodeFile, removeCodeFile } from '../../store/code/files.ts';
import { removeLooks } from '../../store/code/looks.ts';
import { nextGeneration } from '../../store/code/state.ts';
import { removeSymbol, symbolsOfFile } from '../../store/code/symbols.ts';
import { tell } from '../graph/tell.ts';
import { changedLooks, type LookChanges } from './changed-looks.ts';
import { type OpenIndex, seenOf } from './keep-readings.ts';

/** Removes files that are no longer there, and has those be linked again that looked at them. */
export function removeFiles(index: OpenIndex, files: Iterable<CodeFile>): void {
  const { store, catalog } = index;
  store.transaction(() => {
    const generation = nextGeneration(store);
    const changes: LookChanges[] = [];
    for (const file of files) {
      const symbols = symbolsOfFile(store, file.id);
      for (const { id } of symbols) removeSymbol(store, id);
      removeChunks(store, file.id);
      removeLooks(store, file.id);
      removeCodeFile(store, file.id, generation);
      catalog.remove(file.path);
      const own = symbols.filter(({ place }) => place >= 0);
      changes.push(changedLooks(seenOf(file, own), undefined));
    }
    tell(index, changes);
  });
}
