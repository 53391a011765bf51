import type { Language } from '@sqrl/base/model/code.ts';
import type { FileFacts } from '../../facts/facts.ts';
import { surfaceOf } from '../../facts/hash.ts';
import type { LanguageReader } from '../language.ts';
import type { TypeScriptDetail } from './detail.ts';
import { readComments } from './read/read-jsdoc.ts';
import { readNode } from './read/read-statements.ts';
import { readAll, startReading } from './reading.ts';
import { settleDeclarations } from './settle.ts';
import { syntaxOf } from './syntax.ts';
import { visibleSurface } from './visible.ts';

/** Reads TypeScript, that in components of Vue and Svelte too. */
export const typescript: LanguageReader = readerOf('typescript', ['.ts', '.mts', '.cts', '.vue', '.svelte']);

/** Reads TypeScript with elements in it. */
export const tsx: LanguageReader = readerOf('tsx', ['.tsx']);

/** Reads JavaScript of either kind of module. */
export const javascript: LanguageReader = readerOf('javascript', ['.js', '.mjs', '.cjs', '.jsx']);

/** The grammar of types in comments. */
const TYPES = 'tree-sitter-typescript.wasm';

function readerOf(language: Language, extensions: readonly string[]): LanguageReader {
  return {
    language,
    extensions,
    grammar: `tree-sitter-${language}.wasm`,
    read(path, source, tree, parse): FileFacts<TypeScriptDetail> {
      const reading = startReading(source, readNode, language === 'javascript');
      if (reading.javascript) readComments(reading, (text) => parse(TYPES, text, syntaxOf));
      readAll(reading, syntaxOf(tree).kids);
      const { symbols, imports } = reading;
      const detail = settleDeclarations(reading);
      const surface = surfaceOf(visibleSurface(detail, { imports }));
      const broken = tree.rootNode.hasError;
      return { path, language, surface, symbols, imports, detail, chunks: [], broken };
    },
  };
}
