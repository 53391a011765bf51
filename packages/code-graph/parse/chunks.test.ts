import { expect, test } from 'vitest';
import type { ChunkFact, FileFacts } from '../facts/facts.ts';
import { readSource } from '../testing/outline.ts';
import { chunkContext, chunksOfLines, MAX_BODY_CHARS } from './chunks.ts';

const statements = (count: number, word = 'total'): string =>
  Array.from({ length: count }, (_, i) => `    ${word} += compute(${i}, "a part of the sum");\n`).join('');

const method = (name: string, count: number): string => `  int ${name}(int n) {\n${statements(count)}  }\n`;

const brief = ({ chunks }: FileFacts): string[] =>
  chunks.map(({ kind, name, line, endLine }) => `${kind} ${name} ${line}-${endLine}`);

test('functions are chunks of their own with the comment above them; small neighbours share one', async () => {
  const source = `#include "a.h"
#define MAX 10

int tiny(void) { return 1; }

/* Adds up. */
int sum(int n) {
${statements(8)}}

/* Products. */

int product(int n) {
${statements(8)}}
/* The end of products. */

int quotient(int n) {
${statements(8)}}
`;

  expect(brief(await readSource('a.c', source))).toEqual([
    'module null 1-5',
    'function sum 6-17',
    'function product 18-31',
    'function quotient 32-41',
  ]);
});

test('a long class is cut between its methods, never through one', async () => {
  const source = `class Cart {\n  int a;\n${method('first', 40)}\n  // The second.\n${method('second', 40)}${method('third', 40)}}\n`;
  const facts = await readSource('Cart.java', source);

  expect(brief(facts)).toEqual([
    'class Cart 1-2',
    'function Cart.first 3-45',
    'function Cart.second 46-88',
    'function Cart.third 89-131',
  ]);
  expect(source.slice(facts.chunks[2]!.start).trimStart()).toMatch(/^\/\/ The second/);
});

test('a long body is cut at its statements, and each part keeps the name', async () => {
  const source = `int sum(int n) {\n${statements(300)}}\n`;
  const facts = await readSource('a.c', source);

  expect(facts.chunks.length).toBeGreaterThan(2);
  for (const { kind, name, start, end } of facts.chunks) {
    expect([kind, name]).toEqual(['function', 'sum']);
    expect(end - start).toBeLessThanOrEqual(MAX_BODY_CHARS);
    expect(source.slice(start, end)).toMatch(/;\n$|\}\n$/);
  }
});

test('one huge block of tests is cut where its examples begin', async () => {
  const example = (i: number): string =>
    `  it 'does ${i}' do\n${'    expect(cart.total).to eq(1)\n'.repeat(20)}  end\n\n`;
  const source = `describe Cart do\n${Array.from({ length: 30 }, (_, i) => example(i)).join('')}end\n`;
  const { chunks } = await readSource('cart_spec.rb', source);

  expect(chunks.length).toBeGreaterThan(4);
  for (const { start, end } of chunks.slice(1)) {
    expect(source.slice(start, end)).toMatch(/^ {2}it 'does/);
    expect(end - start).toBeLessThanOrEqual(MAX_BODY_CHARS);
  }
});

test('chunks cover everything in order, whatever the line ends', async () => {
  const source = `class Cart {\n${method('first', 40)}${method('second', 60)}}\nint x;\n`.replaceAll(
    '\n',
    '\r\n',
  );
  const { chunks } = await readSource('cart.cpp', source);

  expect(covered(source, chunks)).toBe(source);
  expect(chunks.map(({ line }) => line)).toEqual(
    chunks.map(({ start }) => source.slice(0, start).split('\n').length),
  );
});

test('a text without structure is cut after every hundred lines, an endless line after eight thousand characters', () => {
  const lines = 'a line of text\n'.repeat(250);
  expect(chunksOfLines(lines).map(({ kind, line, endLine }) => [kind, line, endLine])).toEqual([
    ['prose', 1, 100],
    ['prose', 101, 200],
    ['prose', 201, 250],
  ]);
  const endless = `short\n${'x'.repeat(20_000)}\nshort`;
  expect(covered(endless, chunksOfLines(endless))).toBe(endless);
  expect(Math.max(...chunksOfLines(endless).map(({ start, end }) => end - start))).toBeLessThanOrEqual(8_000);
  expect(chunksOfLines('')).toEqual([]);
  expect(chunksOfLines(' \n\n')).toEqual([]);
});

test('a chunk is told with where it stands', () => {
  const chunk: ChunkFact = { kind: 'function', name: 'Cart.add', line: 3, endLine: 9, start: 4, end: 8 };

  expect(chunkContext('src/cart.ts', chunk)).toBe('File: src/cart.ts | function: Cart.add | Lines: 3-9');
  expect(chunkContext('a.md', { ...chunk, kind: 'prose', name: null })).toBe('File: a.md | Lines: 3-9');
});

const covered = (source: string, chunks: readonly ChunkFact[]): string =>
  chunks.map(({ start, end }) => source.slice(start, end)).join('');
