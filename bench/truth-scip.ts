// node bench/truth-scip.ts --data DIR --index FILE --out FILE [--only PREFIX,PREFIX]
//
// Reads the calls of a repository out of a SCIP index, for `npm run bench -- graph --truth`. Made for Rust:
// `rust-analyzer scip DIR` writes such an index, and knows the functions that macros make. DIR is the clone the index was
// made of; the more of its dependencies are there, the more types are known.
//
// One JSON object a line, as bench/truth-typescript.ts writes them, without imports. A call that a compiler leads to the
// method of an `impl` may also lead to the trait that declares it. Calls of tuple structs, variants and values are optional.
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import {
  descriptorOf,
  type ScipDocument,
  type ScipOccurrence,
  scipDocuments,
} from '@sqrl/code-graph/scip/scip.ts';

const { values: flags } = parseArgs({
  options: {
    data: { type: 'string' },
    index: { type: 'string' },
    out: { type: 'string' },
    only: { type: 'string', default: '' },
  },
});
if (!flags.data || !flags.index || !flags.out) {
  console.error('Needs --data DIR, --index FILE and --out FILE.');
  process.exit(2);
}

const prefixes = flags.only.split(',');
const documents = [...scipDocuments(readFileSync(flags.index))].filter(({ path }) =>
  prefixes.some((each) => path.startsWith(each)),
);
const defined = new Map<string, [file: string, line: number][]>();
/** Methods of traits by `Trait#method().`: an impl names its trait without the path. */
const declared = new Map<string, [file: string, line: number][]>();
for (const { path, occurrences } of documents)
  for (const { symbol, line, definition } of occurrences) {
    if (!definition || symbol.startsWith('local ')) continue;
    add(defined, symbol, [path, line]);
    const member = /[/\s](\w+#\w+\(\)\.)$/.exec(symbol)?.[1];
    if (member) add(declared, member, [path, line]);
  }

const lines = documents.flatMap((document) => {
  const text = readFileSync(join(flags.data!, document.path), 'utf8').split('\n');
  return [
    ...document.occurrences.flatMap((occurrence) => siteOf(document, occurrence, text) ?? []),
    ...madeOfSelf(document, text),
  ];
});
writeFileSync(flags.out, lines.map((each) => `${JSON.stringify(each)}\n`).join(''));
console.log(`${documents.length} files, ${lines.length} call sites → ${flags.out}`);

function siteOf({ path, columns }: ScipDocument, at: ScipOccurrence, text: readonly string[]) {
  const [target] = defined.get(at.symbol) ?? [];
  if (at.definition || !target) return undefined;
  const line = text[at.line - 1] ?? '';
  const rest =
    columns === 'utf8' ? Buffer.from(line).subarray(at.endColumn).toString() : line.slice(at.endColumn);
  const { name, is } = descriptorOf(at.symbol);
  const isMacro = at.symbol.endsWith('!');
  if (!(isMacro ? /^!\s*[([{]/ : /^\s*(?:::\s*<.*>\s*)?\(/).test(rest)) return undefined;
  const [, trait, method] = /\]\[`?(\w+)[^\]]*\](\w+\(\)\.)$/.exec(at.symbol) ?? [];
  const also = [...defined.get(at.symbol)!.slice(1), ...(declared.get(`${trait}#${method}`) ?? [])];
  return {
    file: path,
    line: at.line,
    name,
    target_file: target[0],
    target_line: target[1],
    ...(also.length > 0 && { also }),
    ...(is !== 'method' && !isMacro && { optional: true }),
  };
}

/** The index does not say what `Self(…)` is: a type of the file. */
function madeOfSelf({ path, occurrences }: ScipDocument, text: readonly string[]) {
  const types = occurrences.filter(({ symbol, definition }) => definition && symbol.endsWith('#'));
  const lines = text.flatMap((line, at) => (/\bSelf\(/.test(line) ? at + 1 : []));
  return lines.flatMap((line) =>
    types.map((type) => ({
      file: path,
      line,
      name: 'Self',
      target_file: path,
      target_line: type.line,
      optional: true,
    })),
  );
}

function add<T>(map: Map<string, T[]>, key: string, value: T): void {
  map.set(key, [...(map.get(key) ?? []), value]);
}
