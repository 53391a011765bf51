import { dirname, join } from 'node:path/posix';
import type { Language } from '../../model/code.ts';
import type { FileFacts, SymbolFact } from '../facts/facts.ts';
import { codeHashOf, surfaceOf } from '../facts/hash.ts';
import type { FileLink, Linker, LinkTarget, LinkWorld } from '../facts/linker.ts';
import type { CodeReader } from '../parse/parse.ts';

/**
 * A language that is small enough to be right, and looks at the world in every way there is. A file is lines of
 * `use PATH`, `pass PATH` (exports what that exports), `def NAME`, `call NAME` (within the def above it), `any NAME`
 * (the only one of that name anywhere); `toy.cfg` beside or above has lines `alias NAME PATH`.
 */
interface ToyDetail {
  uses: { path: string; line: number }[];
  passes: string[];
  calls: { from: number; name: string; line: number; anywhere: boolean }[];
}

const TOY: Language = 'ruby';

/** Reads files that end in `.toy`. */
export const openToyReader = async (): Promise<CodeReader> => ({
  read: (path, content) =>
    path.endsWith('.toy') ? factsOf(path, String(content)) : { path, language: null, chunks: [] },
  broken: false,
  close() {},
});

/** Links them. */
export const toyLinker: Linker = {
  languages: [TOY],
  link(facts, world) {
    const { uses, passes, calls } = facts.detail as ToyDetail;
    const links: FileLink[] = [];
    const targets = [...uses, ...passes.map((path) => ({ path, line: 1 }))].flatMap(({ path, line }) => {
      const to = resolve(facts.path, path, world);
      if (to !== undefined)
        links.push({ from: -1, to: { path: to, symbol: -1 }, kind: 'imports', how: 'import', line });
      return to ?? [];
    });
    for (const { from, name, line, anywhere } of calls) {
      const own = facts.symbols.findIndex((symbol) => symbol.name === name);
      const imported = targets.flatMap((path) => exportsOf(path, world, new Set()).get(name) ?? [])[0];
      const all = anywhere ? world.named(name, [TOY]) : [];
      const to =
        own >= 0 ? { path: facts.path, symbol: own } : (imported ?? (all.length === 1 ? all[0] : undefined));
      if (to)
        links.push({
          from,
          to,
          kind: 'calls',
          how: own >= 0 ? 'local' : imported ? 'import' : 'unique name',
          line,
        });
    }
    return links;
  },
};

function factsOf(path: string, source: string): FileFacts<ToyDetail> {
  const symbols: SymbolFact[] = [];
  const detail: ToyDetail = { uses: [], passes: [], calls: [] };
  let start = 0;
  source.split('\n').forEach((text, i) => {
    const [word, name = ''] = text.trim().split(' ');
    const line = i + 1;
    const last = symbols.at(-1);
    if (word === 'def') {
      const head = {
        kind: 'function' as const,
        name,
        parent: -1,
        start,
        line,
        signature: text,
        exported: true,
      };
      symbols.push({ ...head, end: start + text.length, endLine: line, hash: '' });
    } else if (last) Object.assign(last, { end: start + text.length, endLine: line });
    if (word === 'use') detail.uses.push({ path: name, line });
    if (word === 'pass') detail.passes.push(name);
    if (word === 'call' || word === 'any')
      detail.calls.push({ from: symbols.length - 1, name, line, anywhere: word === 'any' });
    start += text.length + 1;
  });
  for (const symbol of symbols) symbol.hash = codeHashOf(source.slice(symbol.start, symbol.end));
  const surface = surfaceOf([symbols.map(({ name }) => name).sort(), detail.passes]);
  const end = { kind: 'module' as const, name: null, line: 1, endLine: source.split('\n').length };
  const chunks = source === '' ? [] : [{ ...end, start: 0, end: source.length }];
  return { path, language: TOY, surface, symbols, imports: [], detail, chunks, broken: false };
}

/** Everything a file exports, through those it passes on. */
function exportsOf(path: string, world: LinkWorld, above: ReadonlySet<string>): Map<string, LinkTarget> {
  if (above.has(path)) return new Map();
  // What is found within a circle depends on where it was entered, so it is not kept.
  const compute = (): Map<string, LinkTarget> => {
    const facts = world.facts(path);
    if (!facts) return new Map();
    const within = new Set([...above, path]);
    const passed = (facts.detail as ToyDetail).passes.flatMap((name) => {
      const to = resolve(path, name, world);
      return to === undefined ? [] : [...exportsOf(to, world, within)];
    });
    const own = facts.symbols.map(({ name }, symbol): [string, LinkTarget] => [name, { path, symbol }]);
    return new Map([...passed, ...own.reverse()]);
  };
  return above.size === 0 ? world.memo(`exports ${path}`, compute) : compute();
}

/** The file that a name stands for: an alias, a file, or the index of a folder. */
function resolve(from: string, name: string, world: LinkWorld): string | undefined {
  const aliases = world.memo('aliases', () =>
    world
      .paths('toy.cfg')
      .flatMap((path) => (world.text(path) ?? '').split('\n').map((line) => line.split(' '))),
  );
  const alias = aliases.find(([word, given]) => word === 'alias' && given === name)?.[2];
  const base = alias ?? join(dirname(from), name);
  return [`${base}.toy`, `${base}/index.toy`].find((path) => world.exists(path));
}
