import { randomBytes } from 'node:crypto';
import { expect, test } from 'vitest';
import { textsOf } from './chunk-text.ts';
import { contentHash } from './reading.ts';

test('a key that a chunk ends in the middle of is in neither chunk', () => {
  const lines = Array.from({ length: 40 }, () => randomBytes(48).toString('base64'));
  const name = `RSA ${'PRIVATE'} KEY`;
  const source = `const key = \`-----BEGIN ${name}-----\n${lines.join('\n')}\n-----END ${name}-----\`;\nuse(key);\n`;
  const bytes = Buffer.from(source);
  for (let cut = 40; cut < source.length; cut += 97) {
    const chunks = [
      { id: 1, kind: 'module', name: null, start: 0, end: cut },
      { id: 2, kind: 'module', name: null, start: cut, end: source.length },
    ];
    const texts = textsOf({ path: 'a.ts', hash: contentHash(bytes) }, bytes, chunks)!;
    for (const { text } of texts)
      expect(
        lines.filter((line) => text.includes(line.slice(0, 20)) || text.includes(line.slice(-20))),
      ).toEqual([]);
  }
});
