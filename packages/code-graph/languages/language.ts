import type { Language } from '@sqrl/base/model/code.ts';
import type { Tree } from 'web-tree-sitter';
import type { FileFacts } from '../facts/facts.ts';

/** How files of one language are read. Adding a language is one such file, and an entry in the list. */
export interface LanguageReader {
  language: Language;
  /** With the dot: '.ts'. */
  extensions: readonly string[];
  /** The grammar's file name in the package of grammars. */
  grammar: string;
  read(path: string, source: string, tree: Tree, parse: OtherParser): FileFacts;
}

/** Parses text by another grammar, such as types in comments; the tree is gone when it was used. Undefined where that takes too long. */
export type OtherParser = <T>(grammar: string, text: string, use: (tree: Tree) => T) => T | undefined;
