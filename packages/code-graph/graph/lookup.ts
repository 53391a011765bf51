import { editDistance } from '@sqrl/base/edit-distance.ts';
import type { CodeSymbol } from '@sqrl/base/model/code.ts';
import type { Store } from '@sqrl/base/sqlite/query.ts';
import { codeFile, pathsEnding } from '../tables/files.ts';
import { allNames, namesFrom, namesWith, symbolsById, symbolsIn, symbolsNamed } from '../tables/symbols.ts';

/** Symbols that a name may mean, and whether it is their name or only like it. */
export interface SymbolMatches {
  symbols: CodeSymbol[];
  exactly: boolean;
}

/**
 * Finds what a person means by a name: `add`, `Cart.add`, `shop::cart::add`, `src/cart.ts:add`, `src/cart.ts`, `#123`; the
 * end of a path is enough. Where nothing is called so, what is called nearly so.
 */
export function findSymbols(store: Store, asked: string, limit: number): SymbolMatches {
  const exact = exactly(store, asked.trim());
  const { file, names } = partsOf(store, asked.trim());
  const found = exact.length > 0 || file !== undefined ? exact : inModules(store, names);
  if (found.length > 0) return { symbols: found.slice(0, limit), exactly: true };
  const like = nearly(store, names.at(-1) ?? '', limit).filter((symbol) => !file || symbol.file === file);
  return { symbols: like.slice(0, limit), exactly: false };
}

/** The name of a symbol with those it lies in: `Cart.add`; the path of a file. */
export function qualifiedName(store: Store, symbol: CodeSymbol): string {
  if (symbol.kind === 'file') return symbol.file;
  return namesFrom(store, symbol.id).join('.');
}

/** What a class is asked for by a name such as `Cart.add`, where it may have it from another: the class, and `add`. */
export function memberAsked(store: Store, asked: string): { owners: CodeSymbol[]; name: string } | undefined {
  const { file, names } = partsOf(store, asked.trim());
  const name = names.at(-1);
  if (name === undefined || names.length < 2) return undefined;
  const owner = [...(file === undefined ? [] : [`${file}:`]), names.slice(0, -1).join('.')].join('');
  return { owners: exactly(store, owner), name };
}

/** Most symbols of one name that are listed. */
const MAX_NAMESAKES = 500;

/** The symbols that are called so, and none that only nearly are. */
export function exactly(store: Store, asked: string): CodeSymbol[] {
  const id = /^#(\d+)$/.exec(asked)?.[1];
  if (id !== undefined) return symbolsById(store, [Number(id)]);
  const { file, names } = partsOf(store, asked);
  const name = names.at(-1);
  if (name === undefined) return file === undefined ? [] : symbolsIn(store, file).slice(0, 1);
  const all = symbolsNamed(store, name, MAX_NAMESAKES).filter(({ kind }) => kind !== 'file');
  const fitting = all.filter(
    (symbol) => (!file || symbol.file === file) && fits(namesFrom(store, symbol.parent), names.slice(0, -1)),
  );
  // In another case only where none is written so.
  const same = fitting.filter((symbol) => symbol.name === name);
  return same.length > 0 ? same : fitting;
}

function partsOf(store: Store, asked: string): { file?: string; names: string[] } {
  const whole = pathOf(store, asked);
  if (whole !== undefined) return { file: whole, names: [] };
  const colon = /^(.+?[^:]):(?!:)(.+)$/.exec(asked);
  const file = colon ? pathOf(store, colon[1]!) : undefined;
  const names = (file === undefined ? asked : colon![2]!).split(/::|[.#]|->/).filter((part) => part !== '');
  return { ...(file !== undefined && { file }), names };
}

/** The file that a path means, or the only one that ends so. */
export function pathOf(store: Store, asked: string): string | undefined {
  const path = asked.replace(/^\.\//, '').replaceAll('\\', '/');
  if (codeFile(store, path)) return path;
  if (!/[./]/.test(path)) return undefined;
  // LIKE takes capitals for small letters.
  const ending = pathsEnding(store, path, 10).filter((each) => each.endsWith(`/${path}`));
  return ending.length === 1 ? ending[0] : undefined;
}

const fits = (above: readonly string[], asked: readonly string[]): boolean =>
  asked.length <= above.length &&
  asked.every((name, i) => above[above.length - asked.length + i]!.toLowerCase() === name.toLowerCase());

/**
 * Symbols whose names begin with a package and its modules, such as `axum::serve` and `starlette.routing.Route.matches`:
 * with folders and files of their path in their order, then all names they lie in.
 */
function inModules(store: Store, names: readonly string[]): CodeSymbol[] {
  const inside = names.slice(0, -1);
  return symbolsNamed(store, names.at(-1) ?? '', MAX_NAMESAKES).filter((symbol) => {
    const above = namesFrom(store, symbol.parent);
    const modules = inside.slice(0, Math.max(0, inside.length - above.length));
    if (symbol.kind === 'file' || modules.length === 0 || !fits(above, inside.slice(modules.length)))
      return false;
    const parts = symbol.file.replace(/\.[^/.]+$/, '').split('/');
    let at = 0;
    for (const part of parts)
      at += Number(at < modules.length && moduleName(part) === moduleName(modules[at]!));
    return at === modules.length;
  });
}

/** A package `axum-core` is written `axum_core` where it is used. */
const moduleName = (name: string): string => name.toLowerCase().replaceAll('-', '_');

function nearly(store: Store, name: string, limit: number): CodeSymbol[] {
  if (name === '') return [];
  const holding = name.length < 2 ? [] : namesWith(store, name, limit);
  const names = holding.length > 0 ? holding : nearestNames(allNames(store), name, limit);
  return names.flatMap((each) => symbolsNamed(store, each, limit)).filter(({ kind }) => kind !== 'file');
}

/** Names that differ in a few letters, nearest first. */
function nearestNames(names: readonly string[], name: string, limit: number): string[] {
  const wanted = name.toLowerCase();
  const most = Math.max(1, Math.floor(name.length / 4));
  return names
    .filter((each) => Math.abs(each.length - name.length) <= most)
    .map((each) => ({ each, apart: editDistance(each.toLowerCase(), wanted) }))
    .filter(({ apart }) => apart <= most)
    .sort((a, b) => a.apart - b.apart || a.each.length - b.each.length)
    .slice(0, limit)
    .map(({ each }) => each);
}
