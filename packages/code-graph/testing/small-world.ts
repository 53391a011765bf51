import { basename } from 'node:path/posix';
import type { FileFacts } from '../facts/facts.ts';
import type { LinkWorld } from '../facts/linker.ts';
import { linkers } from '../languages/languages.ts';
import { isFacts, openCodeReader } from '../parse/parse.ts';

/** Reads and links a repository given as its files; each link as `a.rb:Cart -inherits-> b.rb:Base (import)`. */
export async function testLinks(files: Readonly<Record<string, string>>): Promise<string[]> {
  const reader = await openCodeReader();
  try {
    const read = Object.entries(files).flatMap(([path, source]) => reader.read(path, source) ?? []);
    const facts = new Map(read.filter(isFacts).map((file) => [file.path, file]));
    const world = worldOf(files, facts);
    const end = (path: string, symbol: number): string =>
      symbol === -1 ? path : `${path}:${facts.get(path)!.symbols[symbol]!.name}`;
    return [...facts.values()].flatMap((file) =>
      linkers
        .get(file.language)!
        .link(file, world)
        .map(
          ({ from, to, kind, how }) =>
            `${end(file.path, from)} -${kind}-> ${end(to.path, to.symbol)} (${how})`,
        ),
    );
  } finally {
    reader.close();
  }
}

function worldOf(files: Readonly<Record<string, string>>, facts: ReadonlyMap<string, FileFacts>): LinkWorld {
  const paths = Object.keys(files).sort();
  return {
    facts: (path) => facts.get(path),
    exists: (path) => path in files,
    text: (path) => files[path],
    paths: (name) => paths.filter((path) => basename(path) === name),
    named: (name, languages) =>
      [...facts.values()]
        .filter(({ language }) => languages.includes(language))
        .flatMap(({ path, symbols }) =>
          symbols.flatMap((symbol, index) => (symbol.name === name ? [{ path, symbol: index }] : [])),
        ),
    memo: (_key, compute) => compute(),
  };
}
