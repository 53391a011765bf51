import { basename, extname } from 'node:path/posix';
import type { Language } from '@sqrl/base/model/code.ts';
import type { Linker } from '../facts/linker.ts';
import { c, cpp } from './c.ts';
import { csharp } from './csharp.ts';
import { dart } from './dart.ts';
import { goLinker } from './go/evaluate.ts';
import { go } from './go/go.ts';
import { java } from './java.ts';
import type { LanguageReader } from './language.ts';
import { php } from './php.ts';
import { pythonLinker } from './python/evaluate.ts';
import { python } from './python/python.ts';
import { queryLinker } from './query-linker.ts';
import { ruby } from './ruby.ts';
import { rustLinker } from './rust/linker.ts';
import { rust } from './rust/rust.ts';
import { solidity } from './solidity.ts';
import { swift } from './swift.ts';
import { typescriptLinker } from './typescript/link.ts';
import { javascript, tsx, typescript } from './typescript/typescript.ts';

/** Every language that is read. Adding one is a file that exports its reader, and a line here. */
const readers: readonly LanguageReader[] = [
  typescript,
  tsx,
  javascript,
  python,
  go,
  rust,
  java,
  c,
  cpp,
  csharp,
  ruby,
  php,
  swift,
  dart,
  solidity,
];

/** Finds where the references of a file lead, by its language. */
export const linkers = new Map(
  [typescriptLinker, pythonLinker, goLinker, rustLinker, queryLinker].flatMap((linker) =>
    linker.languages.map((language): [Language, Linker] => [language, linker]),
  ),
);

/** The reader of a file, by its name; undefined for a language that is not known. A header may be of two languages. */
export function readerOf(path: string, source = ''): LanguageReader | undefined {
  const name = basename(path).toLowerCase();
  const reader = byName.get(name) ?? byName.get(extname(name));
  return reader === c && name.endsWith('.h') && CPLUSPLUS.test(source) ? cpp : reader;
}

const byName = new Map(
  readers.flatMap((reader) => reader.extensions.map((extension) => [extension.toLowerCase(), reader])),
);

// What no header of C has at the start of a line.
const CPLUSPLUS = /^[ \t]*(?:class\s+\w|namespace\b|template\s*<|using\s+\w|public:|private:|protected:)/m;
