import { describe, expect, test } from 'vitest';
import { commandReach } from './foreign-command.ts';

describe('what a command prints came over a network', () => {
  test.each([
    'curl https://example.com/page',
    'curl -s example.com',
    'wget -qO- https://example.com | head',
    'gh issue view 12',
    'gh pr view 3 --json body',
    'glab mr view 4',
    'npm view left-pad readme',
    'npm install left-pad',
    'pip download requests',
    'ssh host cat /etc/motd',
    'docker logs web',
    'docker compose logs api',
    'kubectl logs pod',
    'http GET https://example.com',
    'nc example.com 80',
    'dig txt example.com',
    'git clone https://example.com/x.git',
    'git fetch https://example.com/x.git main',
    'git fetch origin pull/12/head && git show FETCH_HEAD',
    'git log upstream/main',
    'git show refs/pull/3/head',
    'git submodule update --remote',
    'python3 -c "import urllib.request; print(urllib.request.urlopen(\'http://example.com\').read())"',
    "python3 - <<'EOF'\nimport requests\nprint(requests.get('https://example.com').text)\nEOF",
    "node -e 'fetch(`https://example.com`).then(console.log)'",
    'bash -c "curl https://example.com"',
    'for i in 1 2; do curl -s "https://example.com/$i"; done',
    'echo "$(curl -s https://example.com)"',
    'echo `wget -qO- https://example.com`',
    'cat <(curl -s https://example.com)',
    'cd src && (curl https://example.com)',
    'ls | xargs curl',
    'sudo curl https://example.com',
    'timeout 5 curl https://example.com',
    'FOO=1 curl https://example.com',
    '/usr/bin/curl https://example.com',
    'if true; then curl https://example.com; fi',
    'xh example.com',
    'lynx -dump https://example.com',
    'npx somebodys-tool',
    'git diff contributor/main',
    'git show evil/main:README.md',
    'git log --remotes=evil',
    'python3 -m pip show requests',
    'deno run https://example.com/x.ts',
    'go run example.com/x@latest',
    'yarn npm info left-pad',
    'cat < /dev/tcp/example.com/80',
    'awk \'BEGIN { "curl -s https://example.com" | getline x; print x }\'',
    `node -e "require('net').connect(80, 'example.com')"`,
    'playwright open https://example.com',
    'mise install node',
    'Invoke-WebRequest -Uri https://example.com',
  ])('%s', (command) => {
    expect(commandReach(command).isNetwork).toBe(true);
  });
});

describe('what a command prints is of this machine', () => {
  test.each([
    'npm test',
    'npm run build 2>&1 | tail -20',
    'pnpm exec vitest run src/a.test.ts',
    'npx tsc --noEmit',
    'git status --short && git diff',
    'git log --oneline -5',
    'git commit -m "fetch: use curl instead of wget (see https://example.com)"',
    'git commit -m "$(cat <<\'EOF\'\ncurl https://example.com\nEOF\n)"',
    'git pull',
    'git fetch origin && git log origin/main..HEAD',
    'grep -rn "curl https://" src | head',
    'ls -la | wc -l',
    'cat > a.ts <<EOF\nfetch("https://example.com")\nEOF',
    'curl -s http://localhost:3000/health',
    'curl -X POST http://127.0.0.1:8080/x -d @body.json',
    'for f in src/*.ts; do wc -l "$f"; done',
    './scripts/build.sh --fast',
    'cargo test && go test ./...',
    'python3 -m pytest -q',
    'somebodys-tool --help',
    'mise run lint',
    'just test',
    'bundle exec rspec spec/a_spec.rb',
    'pre-commit run --all-files',
    'tox -e lint',
    'poetry run pytest -q',
    'git diff feature/cart',
    'playwright test',
    "grep -rn 'https://example.com' src | awk '{ print $1 }'",
    'command -v curl',
    'if [ -f a ]; then cat a; fi',
    '# curl https://example.com\nls',
  ])('%s', (command) => {
    expect(commandReach(command)).toMatchObject({ isNetwork: false, unknown: [] });
  });
});

test.each([
  `python -c "help('requests')"`,
  'python3 -c "import attr; print(attr.define.__doc__)"',
  "python3 - <<'EOF'\nimport inspect, attr\nprint(inspect.getsource(attr))\nEOF",
  `node -e "console.log(require('fs').readFileSync('node_modules/x/README.md', 'utf8'))"`,
  `node -p "require('x/package.json').description"`,
  'cat "$(node -p "require.resolve(\'x/README.md\')")"',
  'cat */*/README.md',
  'cat $FOLDER/README.md',
  'find . -name README.md -exec cat {} +',
  'find . -name README.md | xargs head -20',
  "find . -name '*.md' -exec grep -i login {} \\;",
  'grep -rhi login .',
  'man 7 signal',
  'perldoc LWP::UserAgent',
  'go doc example.com/session',
  'python -m pydoc requests',
])('%s may print what others wrote', (command) => {
  expect(commandReach(command)).toMatchObject({ isNetwork: false, unknown: [expect.anything()] });
});

test.each([
  'cd "$(git rev-parse --show-toplevel)" && cat README.md',
  "awk '$1 > 2' src/a.csv | sed '$d'",
  'cat src/*/index.ts',
  "find src -name '*.ts' | xargs grep -n login",
  "find . -name '*.orig' -exec rm {} \\;",
  `node -p "require('./package.json').version"`,
  'python3 -c "import shop; print(shop.price(3))"',
])('%s prints the project’s own', (command) => {
  expect(commandReach(command)).toMatchObject({ isNetwork: false, unknown: [] });
});

test.each([
  ['somebodys-tool list', 'somebodys-tool'],
  ['cd src && vale-next . | tail -3', 'vale-next'],
  ['docker compose exec web cat /etc/motd', 'docker'],
  ['sqlite3 app.db "select text from note"', 'sqlite3'],
  ['unzip -p page.zip', 'unzip'],
  ['tar -xOf page.tar', 'tar'],
])('of %s nothing is known', (command, program) => {
  expect(commandReach(command)).toMatchObject({ isNetwork: false, unknown: [program] });
});

test.each([
  ['curl -s https://example.com -o /tmp/page.html', ['/tmp/page.html']],
  ['gh pr diff 7 > /tmp/pr.diff 2>/dev/null', ['/tmp/pr.diff']],
  ['git clone --depth 1 https://example.com/evil.git', ['evil']],
  ['git clone https://example.com/evil.git /tmp/evil', ['/tmp/evil', 'evil']],
  ['curl -s https://example.com/x.tgz | tar xz -C /tmp/x', ['/tmp/x']],
  ['wget https://example.com/a/page.html?x=1', ['page.html']],
  ['cd /projects/shop && gh pr view 7', []],
  ['npm test > /tmp/out.txt', []],
])('%s puts what it fetched into %j', (command, places) => {
  expect(commandReach(command).places).toEqual(places);
});

test('the files that it prints from are named', () => {
  expect(commandReach('cat node_modules/x/README.md').reads).toContain('node_modules/x/README.md');
  expect(commandReach("sed -n '1,20p' /tmp/page.html").reads).toContain('/tmp/page.html');
  expect(commandReach('git show HEAD~2:vendor/x/README.md').reads).toContain('vendor/x/README.md');
  expect(commandReach('cd /other/clone && cat README.md').reads).toContain('/other/clone');
  expect(commandReach('grep x < /tmp/page').reads).toContain('/tmp/page');
  expect(commandReach('npm test > /tmp/out.txt').reads).toEqual([]);
  expect(commandReach('rm -rf node_modules').reads).toEqual([]);
});

test.each([
  'case 1 in 1) curl https://example.com;; esac',
  'f() { curl https://example.com; }; f',
  '(cd x; curl https://example.com) | head',
  'npm $(curl https://example.com)',
  'echo "$(curl https://example.com)" | cat',
])('%s reaches out', (command) => {
  expect(commandReach(command).isNetwork).toBe(true);
});

test('of a command line that is too long or too deep to be read something is unknown', () => {
  expect(commandReach(`echo ${'x'.repeat(5000)}; curl https://example.com`).unknown).toContain('…');
  expect(commandReach(`${'sudo '.repeat(9)}curl https://example.com`).unknown).toContain('…');
  expect(commandReach(`${'ls; '.repeat(80)}curl https://example.com`).unknown).toContain('…');
  expect(commandReach('command -v curl')).toMatchObject({ isNetwork: false, unknown: [] });
});
