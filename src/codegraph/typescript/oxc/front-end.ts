import { createRequire } from 'node:module';
import type { Language } from '../../../model/code.ts';
import type { Syntax } from '../syntax.ts';
import { triesTooMuch } from './angles.ts';
import { each, lookAt, NOWHERE, node } from './memory.ts';
import { hasRoom } from './stack.ts';
import { pushDirectives, readStatement } from './statements.ts';

/**
 * Parses TypeScript and JavaScript with oxc, which is far quicker than a grammar. Undefined where the text has mistakes,
 * which a grammar can cope with, where it may be nested too deep, and where this machine has no oxc.
 */
export function parseQuickly(path: string, source: string, language: Language): Syntax | undefined {
  oxc ??= load();
  // It takes a mark of the byte order off, and counts without it.
  if (oxc === 'none' || source.charCodeAt(0) === MARK || !hasRoom(source)) return undefined;
  if (language !== 'javascript' && triesTooMuch(source, language === 'tsx')) return undefined;
  const shared = share(oxc, source);
  if (!shared) return undefined;
  const { buffer, sourceStartPos, sourceByteLen } = shared;
  try {
    oxc.parseRawSync(path, buffer.block, sourceStartPos, sourceByteLen, optionsOf(path, language));
    const at = buffer.int32[PARSED]!;
    if (buffer.int32[(at + ERRORS + COUNT) >> 2] !== 0) return undefined;
    lookAt({ bytes: buffer, words: buffer.int32, source, javascript: language === 'javascript' });
    const kids: Syntax[] = [];
    pushDirectives(kids, at + DIRECTIVES);
    return node('program', null, at, each(at + STATEMENTS, 16, readStatement, kids));
  } finally {
    lookAt(NOWHERE);
    oxc.returnBufferToCache(buffer);
  }
}

const MARK = 0xfeff;

/** What of the package is used: that which its own `parseSync` is made of. */
interface Oxc {
  prepareRaw(source: string): Shared;
  returnBufferToCache(buffer: Uint8Array): void;
  parseRawSync(path: string, block: Uint8Array, start: number, length: number, options: object): void;
}

/** Memory that both sides see, and where in it the text lies. */
interface Shared {
  buffer: Uint8Array & { int32: Int32Array; block: Uint8Array };
  sourceStartPos: number;
  sourceByteLen: number;
}

/** The one version whose memory we know how to read. */
const VERSION = '0.155.0';

// Where things lie, as `generated/deserialize/ts.js` in the package has it: first what the whole came to, in words.
const PARSED = 536_870_890;
const DIRECTIVES = 88;
const STATEMENTS = 112;
const ERRORS = 272;
const COUNT = 8;

/** Once a thread; not all machines have one. */
let oxc: Oxc | 'none' | undefined;

function load(): Oxc | 'none' {
  const require = createRequire(import.meta.url);
  try {
    if (require('oxc-parser/package.json').version !== VERSION) return 'none';
    return {
      ...require('oxc-parser/src-js/raw-transfer/common.js'),
      ...require('oxc-parser/src-js/bindings.js'),
    };
  } catch {
    return 'none';
  }
}

/** It needs six gigabytes of addresses, though hardly any memory; where those cannot be had, it is not asked again. */
function share(from: Oxc, source: string): Shared | undefined {
  try {
    return from.prepareRaw(source);
  } catch {
    oxc = 'none';
    return undefined;
  }
}

function optionsOf(path: string, language: Language): object {
  // Whether a script is a module is told by what stands in it.
  if (language === 'javascript') return { lang: 'jsx', sourceType: 'unambiguous' };
  if (language === 'tsx') return { lang: 'tsx' };
  return { lang: /\.d\.[cm]?ts$/i.test(path) ? 'dts' : 'ts' };
}
