import { expect, test } from 'vitest';
import { indexOf, repository } from '../testing/repository.ts';

const FILES = {
  'index.ts': `export * from "./one";\nexport * from "./two";\n`,
  'one.ts': 'export class One { go(): void {} }\n',
  'two.ts': 'export class Two { go(): void {} }\n',
  'first.ts': `import { One } from "./index";\nnew One().go();\n`,
  'second.ts': `import { Two } from "./index";\nnew Two().go();\n`,
};

test.each([
  [
    'only those that looked at the file, not those that found their name elsewhere',
    'two.ts',
    `${FILES['two.ts']}export const three = 3;\n`,
    2,
  ],
  ['no other file when only a body changed', 'two.ts', 'export class Two { go(): void { 1; } }\n', 1],
  // Of two files that export a name, the first is the one it leads to.
  ['those for which a name leads elsewhere', 'one.ts', `${FILES['one.ts']}export class Two {}\n`, 3],
])('a change relinks %s', async (_, path, text, linked) => {
  const { root, write } = repository(FILES);
  const { indexer } = indexOf({ root });
  await indexer.update();

  write(path, text);

  // The file that changed is always one of them.
  expect(await indexer.update()).toMatchObject({ changed: 1, linked });
});
