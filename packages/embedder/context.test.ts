import { expect, test } from 'vitest';
import { contextualText } from './context.ts';

const memory = { type: 'gotcha', files: [], module: null, text: 'The port is taken.' } as const;
const about = (more: { files?: string[]; module?: string | null }) =>
  contextualText({ ...memory, files: [], ...more });

test('files, module and type stand in front of what a memory says', () => {
  expect(about({ files: ['src/a.ts', 'src/b.ts'], module: 'daemon' })).toBe(
    'Files: src/a.ts, src/b.ts | Module: daemon | Type: gotcha\n\nThe port is taken.',
  );
});

test('what is not known is left out', () => {
  expect(about({})).toBe('Type: gotcha\n\nThe port is taken.');
  expect(about({ module: 'daemon' })).toBe('Module: daemon | Type: gotcha\n\nThe port is taken.');
});

test('many files, long paths and a long module leave room for the text', () => {
  const deep = `${'very/deep/folder/'.repeat(40)}file.ts`;
  for (const files of [
    Array.from({ length: 500 }, (_, i) => `src/part-${i}/file.ts`),
    [deep],
    [deep, 'src/a.ts'],
  ]) {
    const text = about({ files, module: 'm'.repeat(500) });
    expect(text.length).toBeLessThan(270);
    expect(text).toMatch(/file\.ts/);
    expect(text).toMatch(/\n\nThe port is taken\.$/);
  }
});
