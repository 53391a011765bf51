import type { AnchorPlace } from '@sqrl/base/model/anchor.ts';
import type { Memory } from '@sqrl/base/model/memory.ts';
import type { Store } from '@sqrl/base/sqlite/store.ts';
import { exactly, qualifiedName } from '@sqrl/code-graph/index.ts';
import { placesOfName } from '@sqrl/code-graph/tables/symbols.ts';
import { filePlace } from '../../store/memory/anchors.ts';

type AnchorName = Pick<AnchorPlace, 'path' | 'symbol'>;
type AnchorNames = Pick<Memory, 'files' | 'symbols'>;

/** The parts of the code that a memory names and is not tied to yet; a name that is unknown or could mean several has none. */
export function placesNamed(
  store: Store,
  { files, symbols }: AnchorNames,
  tied: readonly AnchorName[],
): AnchorName[] {
  const open = (word: string, what: 'file' | 'symbol'): boolean =>
    !tied.some((place) => (place.symbol === null) === (what === 'file') && means(word, place));
  const places = [
    ...files
      .filter((file) => open(file, 'file') && filePlace(store, file))
      .map((path) => ({ path, symbol: null })),
    ...symbols
      .filter((word) => open(word, 'symbol'))
      .flatMap((word) => symbolMeant(store, bare(word), files) ?? []),
  ];
  return [...new Map(places.map((place) => [`${place.path}\0${place.symbol ?? ''}`, place])).values()];
}

/** Whether a memory names this part of the code: a file by its path, a symbol by its name or the end of it. */
export const isNamed = ({ files, symbols }: AnchorNames, place: AnchorName): boolean =>
  (place.symbol === null ? files : symbols).some((word) => means(word, place));

/** What a memory names, after a part of the code came to be called otherwise. */
export function namesAfter(
  { files, symbols }: AnchorNames,
  before: AnchorName,
  after: AnchorName,
): AnchorNames {
  const follow = (words: readonly string[]): string[] => [
    ...new Set(words.map((word) => (means(word, before) ? renamed(word, before, after) : word))),
  ];
  return before.symbol === null ? { files: follow(files), symbols } : { files, symbols: follow(symbols) };
}

/** The one symbol that a word means: in the files that the memory is about where several are called so. */
function symbolMeant(store: Store, word: string, files: readonly string[]): AnchorName | undefined {
  // Most that is not found is found nowhere, and this is asked again after every change.
  const last = word.split(BETWEEN).at(-1)!;
  if (![last, last.split(':').at(-1)!].some((name) => placesOfName(store, name).length > 0)) return undefined;
  const all = exactly(store, word)
    .filter(({ kind, name }) => kind !== 'file' && word.endsWith(name))
    .map((symbol) => ({ path: symbol.file, symbol: qualifiedName(store, symbol), test: symbol.test }));
  const alike = (some: typeof all): boolean =>
    some.length > 0 && some.every(({ path, symbol }) => path === some[0]!.path && symbol === some[0]!.symbol);
  const inFiles = all.filter(({ path }) => files.includes(path));
  // Overloads are one.
  const one = [all, inFiles, all.filter(({ test }) => !test)].find(alike)?.[0];
  return one && { path: one.path, symbol: one.symbol };
}

function means(word: string, { path, symbol }: AnchorName): boolean {
  if (symbol === null) return word === path;
  const { names } = partsOf(word, path);
  const whole = symbol.split('.');
  return (
    names.length > 0 &&
    names.length <= whole.length &&
    names.join('.') === whole.slice(-names.length).join('.')
  );
}

/** As much of the new name as there was of the old one, written the same way. */
function renamed(word: string, before: AnchorName, after: AnchorName): string {
  if (after.symbol === null) return after.path;
  const { file, names } = partsOf(word, before.path);
  const between = /::|->|#/.exec(word)?.[0] ?? '.';
  const name = after.symbol.split('.').slice(-names.length).join(between);
  return `${file ? `${after.path}:` : ''}${name}${word.slice(bare(word).length)}`;
}

function partsOf(word: string, path: string): { file: boolean; names: string[] } {
  const [, before, rest] = /^(.+?[^:]):(?!:)(.+)$/.exec(bare(word)) ?? [];
  const file = before !== undefined && (path === before || path.endsWith(`/${before}`));
  return { file, names: (file ? rest! : bare(word)).split(BETWEEN).filter((name) => name !== '') };
}

/** What stands between two names. */
const BETWEEN = /::|[.#]|->/;

/** Without the brackets that people put behind a function's name. */
const bare = (word: string): string => word.replace(/\([^()]*\)$/, '');
