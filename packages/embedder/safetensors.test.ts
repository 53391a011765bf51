import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { openTensors } from './safetensors.ts';

const folder = mkdtempSync(join(tmpdir(), 'sqrl-tensors-'));
afterAll(() => rmSync(folder, { recursive: true }));

function file(name: string, head: string | Buffer, data: Buffer, size = BigInt(head.length)): string {
  const length = Buffer.alloc(8);
  length.writeBigUInt64LE(size);
  writeFileSync(join(folder, name), Buffer.concat([length, Buffer.from(head), data]));
  return join(folder, name);
}

const head = JSON.stringify({
  __metadata__: { model: 'x' },
  a: { dtype: 'I8', shape: [2, 2], data_offsets: [0, 4] },
  b: { dtype: 'I8', shape: [4], data_offsets: [4, 8] },
});

test('a tensor is found by its name and read from its place', () => {
  using tensors = openTensors(file('good', head, Buffer.from([1, 2, 3, 4, 5, 6, 7, 8])));
  const into = new Uint8Array(4);
  tensors.read(into, tensors.get('b').at);
  expect([...into]).toEqual([5, 6, 7, 8]);
  expect(tensors.get('a').shape).toEqual([2, 2]);
  expect(tensors.has('__metadata__')).toBe(false);
  expect(() => tensors.get('c')).toThrow('no tensor "c"');
});

test('a damaged file says so instead of giving numbers', () => {
  expect(() => openTensors(file('short', head, Buffer.from([1, 2, 3, 4, 5, 6, 7])))).toThrow('damaged');
  expect(() => openTensors(file('page', '<html>not found</html>', Buffer.alloc(0), 2n ** 60n))).toThrow(
    'not a safetensors',
  );
  expect(() => openTensors(file('cut', head.slice(0, 20), Buffer.alloc(0), BigInt(head.length)))).toThrow(
    'damaged',
  );
  expect(() => openTensors(file('empty', '', Buffer.alloc(0)))).toThrow();
  expect(() => openTensors(join(folder, 'nowhere'))).toThrow('ENOENT');
});
