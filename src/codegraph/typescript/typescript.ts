import type { Language } from '../../model/code.ts';
import { chunksOf } from '../chunks.ts';
import type { FileFacts } from '../facts.ts';
import { surfaceOf } from '../hash.ts';
import type { LanguageReader } from '../language.ts';
import type { Detail } from './detail.ts';
import { parseQuickly } from './oxc/front-end.ts';
import { readTypedefs } from './read-jsdoc.ts';
import { readStatements } from './read-statements.ts';
import { startReading } from './reading.ts';
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
  function read(path: string, source: string, root: Syntax): FileFacts<Detail> {
    const reading = startReading(source, language === 'javascript');
    readTypedefs(reading);
    readStatements(reading, root.kids);
    const { symbols, imports } = reading;
    const detail = settle(reading);
    const surface = surfaceOf(visibleOf(detail, { imports, symbols }));
    return { path, language, surface, symbols, imports, detail, chunks: [], broken: false };
  }

  return {
    language,
    extensions,
    grammar: `tree-sitter-${language}.wasm`,
    read(path, source, tree): FileFacts<Detail> {
      return { ...read(path, source, syntaxOf(tree)), broken: tree.rootNode.hasError };
    },
    readQuickly(path, source): FileFacts<Detail> | undefined {
      try {
        const root = parseQuickly(path, source, language);
        const facts = root && read(path, source, root);
        return facts && { ...facts, chunks: chunksOf(source, syntaxWalk(source, root), facts.symbols) };
      } catch (error) {
        // Nested too deep for us: what is said of such a file is for the slower way to say.
        if (error instanceof RangeError) return undefined;
        throw error;
      }
    },
  };
}
