import { basename, dirname, extname, join } from 'node:path/posix';
import type { Language, LinkMethod, SymbolKind } from '@sqrl/base/model/code.ts';
import type { FileFacts, SymbolFact } from '../facts/facts.ts';
import {
  type FileLink,
  importLink,
  type Linker,
  type LinkTarget,
  type LinkWorld,
  withoutRepeats,
} from '../facts/linker.ts';
import { type NotedCall, paramsIn, type QueriedDetail } from './query-reader.ts';

type QueriedFacts = FileFacts<QueriedDetail>;

/** Languages that are read by a query alone, with those that share their names. */
const FAMILIES: Partial<Record<Language, readonly Language[]>> = {
  java: ['java', 'kotlin'],
  kotlin: ['java', 'kotlin'],
  c: ['c', 'cpp'],
  cpp: ['c', 'cpp'],
  csharp: ['csharp'],
  ruby: ['ruby'],
  php: ['php'],
  swift: ['swift'],
  dart: ['dart'],
  scala: ['scala', 'java'],
  lua: ['lua'],
  solidity: ['solidity'],
};

/** Links by names, paths and the types that stand there: imports to files, supertypes, and calls. */
export const queryLinker: Linker = {
  languages: Object.keys(FAMILIES) as Language[],
  link(facts, world) {
    const file = facts as QueriedFacts;
    const imports = importsOf(file, world);
    const view: FileView = { file, world, targets: [...new Set(imports.map(({ to }) => to.path))] };
    const supers = file.detail.supers.flatMap(({ symbol, name, line }): FileLink[] => {
      const { found, how } = typesNamed(view, name, symbol);
      return found.slice(0, 1).map((to) => ({ from: symbol, to, kind: 'inherits', how, line }));
    });
    const calls = file.detail.calls.flatMap((call): FileLink[] => {
      const found = called(view, call);
      return found ? [{ from: call.from, ...found, kind: 'calls', line: call.line }] : [];
    });
    return withoutRepeats([...imports, ...supers, ...calls], file.path);
  },
};

interface FileView {
  file: QueriedFacts;
  world: LinkWorld;
  targets: readonly string[];
}

interface FoundCall {
  to: LinkTarget;
  how: LinkMethod;
}

function called(view: FileView, call: NotedCall): FoundCall | undefined {
  const { name, on, kind } = call;
  if (kind === 'make') return made(view, name);
  if (on === null || SELF.test(on)) return calledHere(view, call, on !== null);
  if (SUPER.test(on)) {
    const own = ownerOf(view, call.from);
    const to = own && memberAbove(view, own, call, 0);
    return to && { to, how: 'super' };
  }
  const imported = inModule(view, call);
  if (imported) return { to: imported, how: 'import' };
  const type = typeOfReceiver(view, call);
  if (type !== undefined) {
    if (name === 'new') return made(view, type);
    const { found, how } = typesNamed(view, type);
    const to = memberIn(view, found, call);
    return to && { to, how: how === 'unique name' ? how : 'type' };
  }
  return inChain(view, call);
}

/** `cart.add()` of a file called `cart` that is imported: the function that stands in it. */
function inModule({ targets, world }: FileView, call: NotedCall): LinkTarget | undefined {
  const path = targets.find((each) => stemOf(each) === call.on!.toLowerCase());
  return path === undefined ? undefined : functionIn(world.facts(path) as QueriedFacts | undefined, call);
}

const stemOf = (path: string): string => basename(path, extname(path)).toLowerCase();

/** `Cart.builder().add()`: of a class that is not here nothing is called here; of another, what stands in its file first. */
function inChain(view: FileView, call: NotedCall): FoundCall | undefined {
  const root = /^\(?(?:new\s+)?([A-Z]\w*)/.exec(call.on!)?.[1];
  if (root === undefined) return byNameAlone(view, call);
  const { found } = typesNamed(view, root);
  const near = view.world
    .named(call.name, FAMILIES[view.file.language]!)
    .filter(
      (target) => found.some(({ path }) => path === target.path) && RUNS.has(symbolAt(view, target)!.kind),
    );
  if (near.length === 1) return { to: near[0]!, how: 'unique name' };
  return found.length === 0 ? undefined : byNameAlone(view, call);
}

const SELF = /^(?:\$?this|self|@?self|static|Self)$/;
const SUPER = /^(?:super|base|parent)$/;

/** Without a receiver: of the class around it, of this file, a class, of what is imported, or the only one. */
function calledHere(view: FileView, call: NotedCall, isMember: boolean): FoundCall | undefined {
  for (let at = ownerOf(view, call.from); at; at = outerOf(view, at)) {
    const to = memberIn(view, [at], call);
    if (to) return { to, how: 'this' };
  }
  if (isMember || call.kind === 'mention') return undefined;
  const { file, targets, world } = view;
  const here = functionIn(file, call);
  if (here) return { to: here, how: 'local' };
  if (/^[A-Z]/.test(call.name)) {
    const type = made(view, call.name);
    if (type) return type;
  }
  for (const path of targets) {
    const to = functionIn(world.facts(path) as QueriedFacts | undefined, call);
    if (to && isBody(view, to)) return { to, how: 'import' };
  }
  return byNameAlone(view, call);
}

function made(view: FileView, name: string): FoundCall | undefined {
  const { found, how } = typesNamed(view, name);
  return found[0] && { to: found[0], how };
}

/** The only function or method of a name that is no everyday word; of a declaration and a body, the body. */
function byNameAlone(view: FileView, call: NotedCall): FoundCall | undefined {
  const { file, world } = view;
  const isPlain = call.on === null;
  if (!isPlain && (call.name.length < MIN_UNIQUE_CHARS || EVERYDAY.has(call.name.toLowerCase())))
    return undefined;
  const all = world.named(call.name, FAMILIES[file.language]!).filter((target) => {
    const symbol = symbolAt(view, target);
    if (!symbol || !RUNS.has(symbol.kind)) return false;
    // What keeps to its file, or lies in a class, is not meant by a bare name.
    return !isPlain || (symbol.exported && !isInType(view, target));
  });
  const bodies = all.filter((target) => isBody(view, target));
  const some = bodies.length > 0 ? bodies : all;
  return some.length === 1 ? { to: some[0]!, how: 'unique name' } : undefined;
}

const RUNS = new Set<SymbolKind>(['function', 'method']);
/** Shorter names are those of every library. */
const MIN_UNIQUE_CHARS = 4;
const EVERYDAY = new Set(
  `accept append apply build call clear clone close compare contains copy count create delete describe each empty
  equals error exec execute exists expect fetch filter find first flush foreach format from get handle hash index
  init insert invoke isempty iterator join keys last length list load lock log main make match merge name next
  notify open parse peek poll pop print println process push read release remove render replace request reset
  resolve resume reverse run save search select send set setup size skip sort split start stop string substring
  sync test then toarray tolist tostring trim type unlock update valid validate value values wait with write`.split(
    /\s+/,
  ),
);

/** A definition, where a language declares first; elsewhere every function is one. */
const isBody = (view: FileView, target: LinkTarget): boolean => {
  const { language } = view.world.facts(target.path)!;
  if (language !== 'c' && language !== 'cpp') return true;
  const symbol = symbolAt(view, target)!;
  return symbol.end - symbol.start > symbol.signature.length + 2;
};

/** The type that stands for what is before a call: of a variable, of a field, or named itself. */
function typeOfReceiver(view: FileView, { on, from }: NotedCall): string | undefined {
  const text = on!.replace(/^(?:\$?this|self)\s*(?:\?|!)?(?:\.|->)\s*/, '').replace(/^[@$]+|[?!]$/g, '');
  const made = /^\(?(?:new\s+)?([A-Z]\w*)\s*\(/.exec(text)?.[1];
  if (made) return made;
  const name = /^[\w\\:.]+$/.test(text) ? lastPart(text) : undefined;
  if (name === undefined) return undefined;
  const { typed } = view.file.detail;
  for (let at = from; ; at = view.file.symbols[at]!.parent) {
    const known = typed.find((each) => each.in === at && each.name === name);
    if (known) return known.type;
    if (at === -1) break;
  }
  const owner = ownerOf(view, from);
  const field = owner && fieldType(view, owner, name, 0);
  return field ?? (/^[A-Z]/.test(name) ? name : undefined);
}

function fieldType(view: FileView, owner: LinkTarget, name: string, depth: number): string | undefined {
  const { detail } = view.world.facts(owner.path) as QueriedFacts;
  const known = detail.typed.find((each) => each.in === owner.symbol && each.name === name);
  if (known || depth === MAX_DEPTH) return known?.type;
  return above(view, owner).flatMap((each) => fieldType(view, each, name, depth + 1) ?? [])[0];
}

/** The class that a symbol lies in; in C++ a method may stand outside, with its class before its name. */
function ownerOf(view: FileView, from: number): LinkTarget | undefined {
  const { path, symbols } = view.file;
  for (let at = from; at !== -1; at = symbols[at]!.parent) {
    if (TYPES.has(symbols[at]!.kind)) return { path, symbol: at };
    const scope = /(\w+)::~?\w+$/.exec(symbols[at]!.signature.split('(', 1)[0]!.trim())?.[1];
    if (scope !== undefined) return typesNamed(view, scope).found[0];
  }
  return undefined;
}

function outerOf(view: FileView, { path, symbol }: LinkTarget): LinkTarget | undefined {
  const parent = view.world.facts(path)?.symbols[symbol]?.parent ?? -1;
  return path === view.file.path && parent !== -1 ? ownerOf(view, parent) : undefined;
}

/** A member of some types or of what they inherit from; of overloads the one with as many parameters. */
function memberIn(
  view: FileView,
  types: readonly LinkTarget[],
  call: NotedCall,
  depth = 0,
): LinkTarget | undefined {
  const own = types.flatMap((type) => childrenOf(view, type, call.name));
  const fit = own.find((each) => paramsIn(symbolAt(view, each)!.signature) === call.args) ?? own[0];
  if (fit || depth === MAX_DEPTH) return fit;
  return types.flatMap((type) => memberAbove(view, type, call, depth) ?? [])[0];
}

const memberAbove = (
  view: FileView,
  type: LinkTarget,
  call: NotedCall,
  depth: number,
): LinkTarget | undefined => memberIn(view, above(view, type), call, depth + 1);

const MAX_DEPTH = 5;

function above(view: FileView, { path, symbol }: LinkTarget): LinkTarget[] {
  const file = view.world.facts(path) as QueriedFacts;
  const there: FileView =
    path === view.file.path ? view : { ...view, file, targets: targetsOf(file, view.world) };
  return file.detail.supers
    .filter((one) => one.symbol === symbol)
    .flatMap(({ name }) => typesNamed(there, name, symbol).found.slice(0, 1));
}

function childrenOf({ world }: FileView, { path, symbol }: LinkTarget, name: string): LinkTarget[] {
  return world
    .facts(path)!
    .symbols.flatMap((each, i) =>
      each.parent === symbol && RUNS.has(each.kind) && lastPart(each.name) === name
        ? [{ path, symbol: i }]
        : [],
    );
}

const symbolAt = ({ world }: FileView, { path, symbol }: LinkTarget): SymbolFact | undefined =>
  world.facts(path)?.symbols[symbol];

function isInType(view: FileView, target: LinkTarget): boolean {
  const { symbols } = view.world.facts(target.path)!;
  for (let at = symbols[target.symbol]!.parent; at !== -1; at = symbols[at]!.parent)
    if (TYPES.has(symbols[at]!.kind) && symbols[at]!.kind !== 'namespace') return true;
  return false;
}

function functionIn(file: QueriedFacts | undefined, { name, args }: NotedCall): LinkTarget | undefined {
  const own = (file?.symbols ?? []).flatMap((each, symbol) => {
    const outer = file!.symbols[each.parent]?.kind;
    const isFree = outer === undefined || !TYPES.has(outer) || outer === 'namespace';
    return isFree && RUNS.has(each.kind) && each.name === name
      ? [{ each, to: { path: file!.path, symbol } }]
      : [];
  });
  return (own.find(({ each }) => paramsIn(each.signature) === args) ?? own[0])?.to;
}

/** The types that a name may mean, from the nearest place that has any: several are parts of one. */
function typesNamed(
  view: FileView,
  name: string,
  except?: number,
): { found: readonly LinkTarget[]; how: LinkMethod } {
  const { file, world, targets } = view;
  const plain = lastPart(name);
  const all = [...world.named(plain, FAMILIES[file.language]!), ...scopedTypes(view, plain)]
    .filter((target) => TYPES.has(symbolAt(view, target)?.kind ?? 'file'))
    .filter(({ path, symbol }) => path !== file.path || symbol !== except);
  const scope = scopeOf(file);
  const scopes = new Set<string | undefined>([
    scope,
    ...file.imports.map(({ specifier }) => specifier.replace(/[./]\*$|\.\w+$/, '')),
  ]);
  const ranks: [LinkMethod, (target: LinkTarget) => boolean][] = [
    ['local', ({ path }) => path === file.path],
    ['import', ({ path }) => targets.includes(path)],
    ['import', ({ path }) => dirname(path) === dirname(file.path) && extname(path) === extname(file.path)],
    [
      'import',
      ({ path, symbol }) => {
        const other = scopeOf(world.facts(path) as QueriedFacts, symbol);
        return other !== undefined && scopes.has(other);
      },
    ],
  ];
  for (const [how, fits] of ranks) {
    const found = all.filter(fits);
    if (found.length > 1 && !found.every((target) => isPart(view, target))) return { found: [], how };
    if (found.length > 0) return { found: found.slice(0, MAX_PARTS), how };
  }
  return { found: IMPORTED.has(file.language) || all.length !== 1 ? [] : all, how: 'unique name' };
}

const MAX_PARTS = 8;

/** Types of this file and of what it imports that are declared with what they lie in: `class Shop::Cart`. */
const scopedTypes = ({ file, targets, world }: FileView, plain: string): LinkTarget[] =>
  [file.path, ...targets].flatMap((path) =>
    (world.facts(path)?.symbols ?? []).flatMap(({ name }, symbol) =>
      name !== plain && lastPart(name) === plain ? [{ path, symbol }] : [],
    ),
  );

/** Whether a type may be written in several places. */
const isPart = (view: FileView, { path, symbol }: LinkTarget): boolean => {
  const { language, symbols } = view.world.facts(path)!;
  return OPEN.has(language) || /\bpartial\b/.test(symbols[symbol]!.signature);
};

const OPEN = new Set<Language>(['ruby', 'swift', 'dart']);
/** Languages in which a name needs an import that tells its file, or a package it shares. */
const IMPORTED = new Set<Language>(['java', 'php']);

/** The package or namespace that a file, or the symbol in it, lies in. */
function scopeOf({ detail, symbols }: QueriedFacts, symbol = -1): string | undefined {
  const around: string[] = [];
  for (let at = symbol === -1 ? symbols.findIndex(({ kind }) => kind === 'namespace') : symbol; at !== -1; ) {
    if (symbols[at]!.kind === 'namespace') around.unshift(symbols[at]!.name);
    at = symbols[at]!.parent;
  }
  return detail.scope ?? (around.length > 0 ? around.join('.') : undefined);
}

/** `C` of `A::B::C`, `A\\B\\C` and `a.b.C`. */
const lastPart = (name: string): string => name.split(/::|[\\.]/).at(-1)!;

const TYPES = new Set<SymbolKind>(['class', 'interface', 'enum', 'type', 'namespace']);

const targetsOf = (file: QueriedFacts, world: LinkWorld): string[] => [
  ...new Set(importsOf(file, world).map(({ to }) => to.path)),
];

function importsOf({ path, imports }: QueriedFacts, world: LinkWorld): FileLink[] {
  return imports.flatMap(({ specifier, line }) =>
    importLink(path, importedFile(specifier, path, world), line),
  );
}

/** The file next to the importing one or nearest to it; the first folders of a path may be a name for others. */
function importedFile(specifier: string, from: string, world: LinkWorld): string | undefined {
  const beside = join(dirname(from), specifier);
  if (world.exists(beside)) return beside;
  if (specifier.startsWith('.')) return undefined;
  const parts = specifier.split('/');
  for (let first = 0; first === 0 || first < parts.length - 1; first++) {
    const found = nearestEnding(parts.slice(first).join('/'), from, world);
    if (found) return found;
  }
  return undefined;
}

/**
 * The file of the repository whose path ends in `tail`, whole folders compared; of several, the one that lies nearest
 * to `from`, and none where two are as near.
 */
function nearestEnding(tail: string, from: string, world: LinkWorld): string | undefined {
  const ending = world.paths(basename(tail)).filter((path) => path === tail || path.endsWith(`/${tail}`));
  const ranked = ending.map((path) => ({ path, shared: sharedFolders(path, from) }));
  const most = Math.max(...ranked.map(({ shared }) => shared));
  const best = ranked.filter(({ shared }) => shared === most);
  return best.length === 1 ? best[0]!.path : undefined;
}

function sharedFolders(a: string, b: string): number {
  const [one, other] = [a.split('/').slice(0, -1), b.split('/').slice(0, -1)];
  const apart = one.findIndex((folder, i) => folder !== other[i]);
  return apart === -1 ? one.length : apart;
}
