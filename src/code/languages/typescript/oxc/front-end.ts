import { createRequire } from 'node:module';
import type { Language } from '../../../../model/code.ts';
import type { Syntax } from '../syntax.ts';
import { triesTooMuch } from './angles.ts';
import { convertProgram } from './convert.ts';
import type { EsNode } from './nodes.ts';
import { hasRoom } from './stack.ts';

/**
 * Parses TypeScript and JavaScript with oxc, which takes less time than a grammar. Returns undefined for files that the
 * grammar has to read: with syntax errors, hard for oxc, or on a machine without oxc.
 */
export function parseQuickly(path: string, source: string, language: Language): Syntax | undefined {
  parse ??= load();
  // oxc-parser drops a byte order mark, and its offsets then count without it.
  if (!parse || source.charCodeAt(0) === BYTE_ORDER_MARK || !hasRoom(source)) return undefined;
  if (language !== 'javascript' && triesTooMuch(source, language === 'tsx')) return undefined;
  const { errors, program } = parse(path, source, optionsFor(path, language));
  return errors.length > 0 ? undefined : convertProgram(program, source, language === 'javascript');
}

const BYTE_ORDER_MARK = 0xfeff;

type ParseSync = (path: string, source: string, options: object) => { errors: unknown[]; program: EsNode };

/** Loaded once per thread, when first used; false where the package has no native build for the machine. */
let parse: ParseSync | false | undefined;

function load(): ParseSync | false {
  try {
    return createRequire(import.meta.url)('oxc-parser').parseSync;
  } catch {
    return false;
  }
}

function optionsFor(path: string, language: Language): object {
  // Whether a script is a module depends on the statements in it.
  if (language === 'javascript') return { lang: 'jsx', sourceType: 'unambiguous' };
  if (language === 'tsx') return { lang: 'tsx' };
  return { lang: /\.d\.[cm]?ts$/i.test(path) ? 'dts' : 'ts' };
}
