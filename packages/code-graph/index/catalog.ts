import { basename, join } from 'node:path';
import { foreignText } from '@sqrl/base/foreign-file.ts';
import type { Language } from '@sqrl/base/model/code.ts';
import type { Store } from '@sqrl/base/sqlite/query.ts';
import type { FileFacts } from '../facts/facts.ts';
import type { LinkTarget } from '../facts/linker.ts';
import type { Catalog } from '../facts/world.ts';
import { type CodeFile, codeFacts, codeFiles } from '../tables/files.ts';
import { idsOfFile, placesOfName } from '../tables/symbols.ts';

/** The index in memory: which files there are, and what they say as far as it was asked for. */
export interface LiveCatalog extends Catalog {
  readonly files: ReadonlyMap<string, CodeFile>;
  /** The ids of a file's symbols, by their place in it. */
  ids(path: string): readonly number[];
  /** Has a file be known as it is now; what was just read of it need not be read from the store again. */
  set(file: CodeFile, read?: { facts: FileFacts; ids: readonly number[] }): void;
  remove(path: string): void;
}

/** Opens the index in memory over its rows. The repository itself is only read for texts. */
export function openCatalog(store: Store, root: string): LiveCatalog {
  const files = new Map<string, CodeFile>();
  const byName = new Map<string, Set<string>>();
  const facts = new Map<string, FileFacts | undefined>();
  const ids = new Map<string, readonly number[]>();
  const texts = new Map<string, string | undefined>();
  const names = new Map<string, ReturnType<typeof placesOfName>>();
  for (const file of codeFiles(store)) set(file);

  function set(file: CodeFile, read?: { facts: FileFacts; ids: readonly number[] }): void {
    forget(file.path);
    if (!files.has(file.path)) {
      const name = basename(file.path);
      const same = byName.get(name);
      if (same) same.add(file.path);
      else byName.set(name, new Set([file.path]));
    }
    files.set(file.path, file);
    if (!read) return;
    keep(file.path, read.facts);
    ids.set(file.path, read.ids);
  }

  function forget(path: string): void {
    facts.delete(path);
    ids.delete(path);
    texts.delete(path);
    // Where symbols of a name are depends on every file; which names changed is not worth finding out.
    names.clear();
  }

  function keep(path: string, said: FileFacts | undefined): FileFacts | undefined {
    facts.set(path, said);
    if (facts.size > MAX_FACTS) facts.delete(facts.keys().next().value!);
    return said;
  }

  function known<T>(map: Map<string, T>, path: string, find: (file: CodeFile) => T): T | undefined {
    const file = files.get(path);
    if (!file) return undefined;
    if (!map.has(path)) map.set(path, find(file));
    return map.get(path);
  }

  return {
    files,
    set,
    remove(path) {
      forget(path);
      files.delete(path);
      byName.get(basename(path))?.delete(path);
    },
    ids: (path) => known(ids, path, ({ id }) => idsOfFile(store, id)) ?? [],
    facts(path) {
      const file = files.get(path);
      if (!file || file.language === null) return undefined;
      return facts.has(path)
        ? facts.get(path)
        : keep(path, codeFacts(store, file.id) as FileFacts | undefined);
    },
    exists: (path) => files.has(path),
    text: (path) =>
      known(texts, path, () => foreignText(join(root, path), { maxBytes: MAX_TEXT_CHARS, below: root })),
    paths: (name) => [...(byName.get(name) ?? [])].sort(),
    named(name, languages) {
      const places = names.get(name) ?? placesOfName(store, name);
      names.set(name, places);
      return places
        .filter(({ language }) => languages.includes(language as Language))
        .map(({ path, place }): LinkTarget => ({ path, symbol: place }));
    },
  };
}

/** Files whose facts stay in memory; the rest is read from the store on demand. */
const MAX_FACTS = 4000;

/** No settings of a project are longer. */
const MAX_TEXT_CHARS = 1_000_000;
