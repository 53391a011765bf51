import type { Language } from '../../../model/code.ts';
import type { FileFacts } from '../../facts/facts.ts';
import { surfaceOf } from '../../facts/hash.ts';
import { chunksOf } from '../../parse/chunks.ts';
import type { LanguageReader } from '../language.ts';
import type { Detail } from './detail.ts';
import { parseQuickly } from './oxc/front-end.ts';
import { readTypedefs } from './read/read-jsdoc.ts';
import { readStatements } from './read/read-statements.ts';
import { type Reading, startReading } from './reading.ts';
import { settle } from './settle.ts';
import { type Syntax, syntaxOf } from './syntax.ts';
import { syntaxWalk } from './syntax-walk.ts';
import { visibleOf } from './visible.ts';

/** Reads TypeScript. */
export const typescript: LanguageReader = readerOf('typescript', ['.ts', '.mts', '.cts']);

/** Reads TypeScript with elements in it. */
export const tsx: LanguageReader = readerOf('tsx', ['.tsx']);

/** Reads JavaScript of either kind of module. */
export const javascript: LanguageReader = readerOf('javascript', ['.js', '.mjs', '.cjs', '.jsx']);

function readerOf(language: Language, extensions: readonly string[]): LanguageReader {
  function read(path: string, reading: Reading, root: Syntax): FileFacts<Detail> {
    readTypedefs(reading);
    readStatements(reading, root.kids);
    const { symbols, imports } = reading;
    const detail = settle(reading);
    const surface = surfaceOf(visibleOf(detail, { imports, symbols }));
    return { path, language, surface, symbols, imports, detail, chunks: [], broken: false };
  }

  const start = (source: string): Reading => startReading(source, language === 'javascript');

  return {
    language,
    extensions,
    grammar: `tree-sitter-${language}.wasm`,
    read(path, source, tree): FileFacts<Detail> {
      return { ...read(path, start(source), syntaxOf(tree)), broken: tree.rootNode.hasError };
    },
    readQuickly(path, source): FileFacts<Detail> | undefined {
      try {
        const root = parseQuickly(path, source, language);
        if (!root) return undefined;
        const reading = start(source);
        const facts = read(path, reading, root);
        facts.chunks = chunksOf(source, syntaxWalk(source, root), facts.symbols, reading.lines);
        return facts;
      } catch (error) {
        // Nested too deep for us: what is said of such a file is for the slower way to say.
        if (error instanceof RangeError) return undefined;
        throw error;
      }
    },
  };
}
