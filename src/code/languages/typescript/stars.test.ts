import { expect, test } from 'vitest';
import { testLinks } from '../../testing/small-world.ts';

const RUN = 'export function run() {}\n';
const GO = `import { run } from "./index";\nexport function go() { run(); }\n`;

test.each([
  ['the first file that has it', `export * from "./b";\nexport * from "./c";`, 'b.ts'],
  ['the first file in the order of the stars', `export * from "./c";\nexport * from "./b";`, 'c.ts'],
  ['a file behind others, and round a circle', `export * from "./far";`, 'b.ts'],
  ['its own file before any other', `export * from "./b";\n${RUN}`, 'index.ts'],
])('a name that is exported by stars is that of %s', async (_, index, target) => {
  const files = {
    'a.ts': GO,
    'index.ts': index,
    'b.ts': RUN,
    'c.ts': RUN,
    'far.ts': `export * from "./index";\nexport * from "./near";`,
    'near.ts': `export * from "./far";\nexport * from "./b";`,
  };
  expect(await callsOf(files)).toEqual([`a.ts:go -calls-> ${target}:run (import)`]);
});

test('a star does not hand on what a file exports by default', async () => {
  const files = {
    'a.ts': `import run from "./index";\nexport function go() { run(); }\n`,
    'index.ts': `export * from "./b";`,
    'b.ts': 'export default function run() {}\n',
  };
  expect(await callsOf(files)).toEqual([]);
});

const callsOf = async (files: Readonly<Record<string, string>>): Promise<string[]> =>
  (await testLinks(files)).filter((link) => link.includes('-calls->'));
