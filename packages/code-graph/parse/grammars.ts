import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { Language, Parser } from 'web-tree-sitter';

/** Parsers of one thread, one for each grammar, made when first asked for and used again after. */
export interface Parsers {
  parser(grammar: string): Parser;
  close(): void;
}

/** Readies the parsing engine of this thread. Grammars are loaded from their package as they are needed. */
export async function openParsers(): Promise<Parsers> {
  started ??= start();
  await started;
  const parsers = new Map<string, Parser>();
  return {
    parser(grammar) {
      const known = parsers.get(grammar);
      if (known) return known;
      const parser = new Parser().setLanguage(languageOf(grammar));
      parsers.set(grammar, parser);
      return parser;
    },
    close() {
      for (const parser of parsers.values()) parser.delete();
      parsers.clear();
    },
  };
}

/** Once a thread. */
let started: Promise<void> | undefined;

function start(): Promise<void> {
  // A megabyte of code takes a fifth of this. Left to itself the engine takes twice as much before it gives up.
  const wasmMemory = new WebAssembly.Memory({ initial: 512, maximum: 16_384 });
  // It says on its own that it gives up; the reader gets the error that comes with it.
  const printErr = () => {};
  return Parser.init({ wasmMemory, printErr });
}

// Loaded once a thread: the engine has no way to let go of a grammar.
const loaded = new Map<string, Language>();

function languageOf(grammar: string): Language {
  const known = loaded.get(grammar);
  if (known) return known;
  const language = Language.loadSync(new WebAssembly.Module(readFileSync(join(FOLDER, grammar))));
  loaded.set(grammar, language);
  return language;
}

// Found through the package, so that it is the same from the sources, from the build and in a thread.
const FOLDER = join(
  dirname(createRequire(import.meta.url).resolve('@repomix/tree-sitter-wasms/package.json')),
  'out',
);
