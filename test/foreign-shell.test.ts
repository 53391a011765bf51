import { execFileSync } from 'node:child_process';
import { mkdirSync, realpathSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { expect, test } from 'vitest';
import { claudeWriter } from './support/claude-writer.ts';
import { type Opened, open, temporaryFolder } from './support/home.ts';
import { meet, textOf } from './support/mcp.ts';

const NOW = Date.UTC(2026, 9, 1, 9);
const FACT = 'The cart is kept in Redis';
/** What a stranger may have said of it, in other words. */
const TOLD = 'Carts are stored in Redis.';

type Writer = ReturnType<typeof claudeWriter>;

/** A repository with files that it tracks, and others. */
function repository(): string {
  const root = realpathSync(temporaryFolder());
  const git = (...args: string[]) => execFileSync('git', args, { cwd: root, stdio: 'ignore' });
  const write = (path: string, text = 'text\n') => {
    mkdirSync(dirname(join(root, path)), { recursive: true });
    writeFileSync(join(root, path), text);
  };
  git('init', '-q');
  git('remote', 'add', 'contributor', 'https://example.com/x.git');
  for (const path of ['README.md', 'src/cart.ts', 'vendor/lib.ts', 'public/app.min.js']) write(path);
  git('add', '.');
  for (const path of ['node_modules/left-pad/README.md', 'page.html', 'src/new.ts']) write(path);
  return root;
}

/** Has the log of a session read that ended a moment ago. */
async function happened({ client }: Opened, cwd: string, happens: (session: Writer) => void): Promise<void> {
  const id = '00000001-0000-4000-8000-000000000000';
  const writer = claudeWriter({ session: id, cwd, startedAt: NOW - 60_000, pace: 1000 });
  writer.said('Look at the cart.');
  happens(writer);
  const folder = join(temporaryFolder(), '-projects-shop');
  mkdirSync(folder, { recursive: true });
  writeFileSync(join(folder, `${id}.jsonl`), writer.log());
  await client.call('ingest', { paths: [join(folder, `${id}.jsonl`)] });
}

/** What becomes of a plain fact that an agent has remembered after that. */
async function rememberedAfter(happens: (session: Writer, root: string) => void): Promise<string> {
  const root = repository();
  const opened = open({ project: root, now: () => NOW });
  await happened(opened, root, (session) => happens(session, root));
  const { agent } = await meet(opened.client, { now: () => NOW });
  const result = await agent.callTool({ name: 'remember', arguments: { text: FACT, type: 'gotcha' } });
  return textOf(result);
}

test.each([
  'gh issue view 12',
  'curl -s https://example.com',
  'cat node_modules/left-pad/README.md',
  'cat vendor/lib.ts',
  'head public/app.min.js',
  'cat page.html',
  'cat /etc/passwd',
  'cat ../elsewhere.txt',
  'cd /tmp/clone && cat README.md',
  'git show evil/main:README.md',
  'git diff contributor/feature',
  'git log --all --oneline',
  'git branch -avv',
  'git remote show contributor',
  'openssl s_client -quiet -connect example.com:443',
  'go doc example.com/x',
  'python3 -mpip show redis-cart',
  'python3 -m pip show redis-cart',
  'go run example.com/x@latest',
  'docker compose exec web cat notes.md',
  'unzip -p page.zip',
  'tar -xOf page.tar',
  'sqlite3 page.db "select text from page"',
  'cat < /dev/tcp/example.com/80',
  "find /tmp/clone -name '*.md' -exec cat {} +",
])('after `%s` in a shell an agent’s word waits for the person', async (command) => {
  expect(await rememberedAfter(({ used }) => used('Bash', { command }, TOLD))).toMatch(
    /repeats text from outside/,
  );
});

test.each(['somebodys-tool list', 'cat page.html', 'gh issue view 12'])(
  'after `%s` that tells of other things it does not',
  async (command) => {
    const said = await rememberedAfter(({ used }) => used('Bash', { command }, 'Weather: sunny in Lisbon.'));
    expect(said).toMatch(/^Remembered as/);
  },
);

test.each(['node_modules/left-pad/README.md', 'vendor/lib.ts', 'public/app.min.js', 'page.html', '../x.txt'])(
  'after reading %s an agent’s word waits for the person',
  async (path) => {
    const said = await rememberedAfter(({ used }, root) =>
      used('Read', { file_path: join(root, path) }, `1\t${TOLD}`),
    );
    expect(said).toMatch(/repeats text from outside/);
  },
);

test('after the project’s own files, tests and history it does not', async () => {
  const said = await rememberedAfter(({ used }, root) => {
    used('Read', { file_path: join(root, 'README.md') }, `1\t${TOLD}`);
    used('Write', { file_path: join(root, 'src/new.ts'), content: 'text' }, 'File created successfully.');
    used('Read', { file_path: join(root, 'src/new.ts') }, `1\t${TOLD}`);
    used('Bash', { command: `cd ${root} && cat src/cart.ts src/new.ts && git log -3 | head` }, TOLD);
    used('Bash', { command: 'npm test 2>&1 | tail -5' }, TOLD);
  });
  expect(said).toMatch(/^Remembered as/);
});

test('what was fetched into a file is foreign in a later turn as well', async () => {
  const said = await rememberedAfter(({ used, said: says, replied }, root) => {
    used('Bash', { command: 'curl -so page.html https://example.com' }, '');
    replied('Done.');
    says('And now?');
    used('Read', { file_path: join(root, 'page.html') }, `1\t${TOLD}`);
  });
  expect(said).toMatch(/repeats text from outside/);
});
