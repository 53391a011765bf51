import { expect, test } from 'vitest';
import { writesOf } from './file-writes.ts';
import { invocationsOf } from './invocations.ts';

const linesOf = (command: string) =>
  invocationsOf(command).map(({ program, args }) => [program, ...args].join(' '));

test.each([
  ['cd app && CI=1 npm test | tail -5', ['cd app', 'npm test', 'tail -5']],
  ["bash -lc 'npm ci && npm test'", ['bash -lc npm ci && npm test', 'npm ci', 'npm test']],
  ['sudo -u web systemctl restart web', ['sudo -u web systemctl restart web', 'systemctl restart web']],
  ['find . -name x | xargs -n 1 rm -rf', ['find . -name x', 'xargs -n 1 rm -rf', 'rm -rf']],
  ['uv run --group test pytest -x', ['uv run --group test pytest -x', 'pytest -x']],
  ['timeout -k 5 60 make test', ['timeout -k 5 60 make test', 'make test']],
  ['kill $(pgrep -f web)', ['kill $(…)', 'pgrep -f web']],
  ['for x in a b; do npm run $x; done', ['npm run $x']],
  ["git commit -m 'no npm; really'", ['git commit -m no npm; really']],
  ["cat > a.txt <<'EOF'\nnpm install\nEOF\nls", ['cat', 'ls']],
  ['if ! npm test; then exit 1; fi # npm install', ['npm test', 'exit 1']],
])('%s', (command, lines) => {
  expect(linesOf(command)).toEqual(lines);
});

test.each([
  ["sed -i 's/a/b/' src/x.ts", [['change', 'src/x.ts', 'b']]],
  ["cd src && sed -i '/a/d' x.ts", [['change', 'src/x.ts', '']]],
  ['echo hi > a.md', [['create', 'a.md', 'hi']]],
  ['cat a | tee -a b.txt', [['change', 'b.txt', '']]],
  ["cat > a.md <<'EOF'\n# A\nEOF", [['create', 'a.md', '# A\n']]],
  [
    'mv a.ts lib/b.ts',
    [
      ['create', 'lib/b.ts', ''],
      ['delete', 'a.ts', ''],
    ],
  ],
  [
    'cp a.ts lib',
    [
      ['create', 'lib', ''],
      ['create', 'lib/a.ts', ''],
    ],
  ],
  ['rm -rf dist', [['delete', 'dist', '']]],
  ['make 2>&1 >/dev/null; cat a.ts', []],
])('%s writes', (command, writes) => {
  expect(
    invocationsOf(command)
      .flatMap(writesOf)
      .map(({ how, path, text }) => [how, path, text]),
  ).toEqual(writes);
});
