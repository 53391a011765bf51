import type { AnchorPlace } from '@sqrl/base/model/anchor.ts';
import type { CodeSymbol, SymbolKind } from '@sqrl/base/model/code.ts';
import type { Memory } from '@sqrl/base/model/memory.ts';
import type { Store } from '@sqrl/base/sqlite/query.ts';
import { exactly, pathOf, qualifiedName } from '@sqrl/code-graph/index.ts';
import { placesOfName } from '@sqrl/code-graph/tables/symbols.ts';
import { filePlace } from '../../store/memory/anchors.ts';
import { wordsOfCode } from './words-of-code.ts';

type AnchorName = Pick<AnchorPlace, 'path' | 'symbol'>;
type AnchorNames = Pick<Memory, 'files' | 'symbols' | 'text'>;

/** The parts of the code that a memory names, and names that could mean several. */
export interface NamedPlaces {
  places: AnchorName[];
  ambiguous: { word: string; taken: AnchorName | undefined; others: AnchorName[] }[];
}

export interface NamingOptions {
  /** The names in the text count too. */
  inText: boolean;
  /** The memory is being stored: of several symbols the likeliest is taken, and a field may be meant. */
  isStored: boolean;
}

/** The parts of the code that a memory names and is not tied to yet; a name that is unknown has none. */
export function placesNamed(
  store: Store,
  { files, symbols, text }: AnchorNames,
  tied: readonly AnchorName[],
  { inText, isStored }: NamingOptions,
): NamedPlaces {
  const open = (word: string, what: 'file' | 'symbol'): boolean =>
    !tied.some((place) => (place.symbol === null) === (what === 'file') && means(word, place));
  const places: AnchorName[] = files
    .filter((file) => open(file, 'file') && filePlace(store, file))
    .map((path) => ({ path, symbol: null }));
  const ambiguous: NamedPlaces['ambiguous'] = [];
  const take = (word: string, isGiven: boolean): void => {
    const found = symbolsMeant(store, bare(word), {
      files,
      isCall: bare(word) !== word,
      fields: isGiven && isStored,
    });
    if (!found) return;
    const taken = found.one ?? (isGiven && isStored ? found.all[0] : undefined);
    if (taken) places.push(taken);
    if (!found.one) ambiguous.push({ word, taken, others: found.all.filter((each) => each !== taken) });
  };
  for (const word of symbols) if (open(word, 'symbol')) take(word, true);
  for (const word of inText ? wordsOfCode(text) : []) {
    if (symbols.includes(word)) continue;
    const path = PATH.test(word) ? pathOf(store, word) : undefined;
    if (path !== undefined && open(word, 'file')) places.push({ path, symbol: null });
    else if (path === undefined && open(word, 'symbol')) take(word, false);
  }
  return {
    places: [...new Map(places.map((place) => [`${place.path}\0${place.symbol ?? ''}`, place])).values()],
    ambiguous,
  };
}

const PATH = /^[^:]*[./][^:]*$/;

/** Whether a memory names this part of the code: a file by its path, a symbol by its name or the end of it. */
export const isNamed = ({ files, symbols, text }: AnchorNames, place: AnchorName): boolean =>
  [...(place.symbol === null ? files : symbols), ...wordsOfCode(text)].some((word) => means(word, place));

/** What a memory names, after a part of the code came to be called otherwise. */
export function namesAfter(
  { files, symbols }: Pick<AnchorNames, 'files' | 'symbols'>,
  before: AnchorName,
  after: AnchorName,
): Pick<AnchorNames, 'files' | 'symbols'> {
  const follow = (words: readonly string[]): string[] => [
    ...new Set(words.map((word) => (means(word, before) ? renamed(word, before, after) : word))),
  ];
  return before.symbol === null ? { files: follow(files), symbols } : { files, symbols: follow(symbols) };
}

interface MeantSymbols {
  /** The one that is meant: in the files that the memory is about, or the only one outside of tests. */
  one: AnchorName | undefined;
  /** All of the name, the likeliest first. */
  all: AnchorName[];
}

/** The symbols that a word may mean. Without the name of what it lies in, a field is meant only where one is asked for. */
function symbolsMeant(
  store: Store,
  word: string,
  { files, isCall, fields }: { files: readonly string[]; isCall: boolean; fields: boolean },
): MeantSymbols | undefined {
  // Most that is not found is found nowhere, and this is asked again after every change.
  const names = word.split(BETWEEN);
  const last = names.at(-1)!;
  if (![last, last.split(':').at(-1)!].some((name) => placesOfName(store, name).length > 0)) return undefined;
  const fits = ({ kind, name }: CodeSymbol): boolean =>
    word.endsWith(name) &&
    kind !== 'file' &&
    (isCall ? RUNS.has(kind) : fields || names.length > 1 || !HELD.has(kind));
  const all = exactly(store, word)
    .filter(fits)
    .map((symbol) => ({ ...symbol, path: symbol.file, symbol: qualifiedName(store, symbol) }));
  const alike = (some: typeof all): boolean =>
    some.length > 0 && some.every(({ path, symbol }) => path === some[0]!.path && symbol === some[0]!.symbol);
  const inFiles = all.filter(({ path }) => files.includes(path));
  const ranked = [...inFiles, ...all].sort(
    (a, b) =>
      Number(files.includes(b.path)) - Number(files.includes(a.path)) ||
      Number(a.test) - Number(b.test) ||
      Number(HELD.has(a.kind)) - Number(HELD.has(b.kind)),
  );
  const told = ({ path, symbol }: AnchorName): AnchorName => ({ path, symbol });
  // Overloads are one.
  const one = [all, inFiles, all.filter(({ test }) => !test)].find(alike)?.[0];
  const distinct = new Map(ranked.map((each) => [`${each.path}:${each.symbol}`, told(each)]));
  return all.length === 0 ? undefined : { one: one && told(one), all: [...distinct.values()] };
}

const RUNS = new Set<SymbolKind>(['function', 'method', 'class']);
/** What holds a value: many have one of the same name. */
const HELD = new Set<SymbolKind>(['field', 'namespace']);

function means(word: string, { path, symbol }: AnchorName): boolean {
  if (symbol === null) return word === path || (word.includes('.') && path.endsWith(`/${word}`));
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
