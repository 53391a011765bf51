import { expect, test } from 'vitest';
import { isFacts, openCodeReader } from '../../parse/parse.ts';
import { typescriptLinker } from './link.ts';
import { NAMES, REST } from './parts.ts';

const SHOP = `
  import { tax } from "./tax";
  interface Line { price: number }
  export function total(lines: Line[]): number { return lines.length; }
  export const rate = 2;
  class Hidden { open() {} }
`;

test.each([
  ['the body of a function', ['return lines.length', 'return 1'], []],
  ['what a function returns', ['): number', '): string'], ['total']],
  ['a type that it leads to', ['price: number', 'price: string'], ['total']],
  ['another value', ['rate = 2', "rate = 'two'"], ['rate']],
  ['an export that is new', ['export const', 'export const more = 1;\nexport const'], [NAMES, 'more']],
  ['an export that is gone', ['export const', 'const'], [NAMES, 'rate']],
  ['another import that no export needs', ['tax";', 'vat";'], []],
  ['a method of a class that is not exported', ['open()', 'shut()'], []],
])('who looked at one part of a file hears of %s only if it is that part', async (_, [from, to], parts) => {
  expect(await changed(SHOP, SHOP.replace(from!, to!))).toEqual(parts.sort());
});

test('of a file without exports everything can be seen', async () => {
  const script = 'declare function load(path: string): void;';
  expect(await changed(script, script.replace('string', 'number'))).toEqual([REST]);
});

/** The parts by which two versions of a file differ. */
async function changed(before: string, after: string): Promise<string[]> {
  expect(after).not.toBe(before);
  const reader = await openCodeReader();
  const [was, is] = [before, after].map((source) => {
    const read = reader.read('shop.ts', source)!;
    if (!isFacts(read)) throw new Error('It was not parsed.');
    return typescriptLinker.parts!(read);
  });
  reader.close();
  return [...new Set([...was!.keys(), ...is!.keys()])]
    .filter((part) => was!.get(part) !== is!.get(part))
    .sort();
}
