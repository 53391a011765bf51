import type { FileFacts } from '../facts/facts.ts';
import { isFacts, openCodeReader } from '../parse/parse.ts';

/** What is read of one source file. */
export async function readSource(path: string, source: string | Uint8Array): Promise<FileFacts> {
  const reader = await openCodeReader();
  try {
    const facts = reader.read(path, source);
    if (!facts || !isFacts(facts)) throw new Error(`${path} was not read as code.`);
    return facts;
  } finally {
    reader.close();
  }
}

/** The symbols of a file, a line each, indented as they lie in each other: `class Cart 3-9`. */
export const outline = ({ symbols }: FileFacts): string[] => {
  const depth = (parent: number): number => (parent === -1 ? 0 : 1 + depth(symbols[parent]!.parent));
  return symbols.map(
    ({ kind, name, parent, line, endLine, exported }) =>
      `${'  '.repeat(depth(parent))}${kind} ${name} ${line}-${endLine}${exported ? '' : ' hidden'}`,
  );
};
