import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterAll, describe, expect, test } from 'vitest';
import { workingCommand } from '../observe/behavior/working-command.ts';
import { ran, texts } from '../observe/testing/sessions.ts';
import { TaskFiles } from './project-tasks.ts';
import { ruleTasks } from './task-files.ts';

const home = mkdtempSync(join(tmpdir(), 'sqrl-tasks-'));
afterAll(() => rmSync(home, { recursive: true }));
let made = 0;

function project(files: Record<string, string>) {
  const root = join(home, `${made++}`);
  for (const [name, text] of Object.entries(files)) {
    mkdirSync(dirname(join(root, name)), { recursive: true });
    writeFileSync(join(root, name), text);
  }
  return new TaskFiles(root);
}

const FILES = {
  Makefile: `GO ?= go
PKGS := ./...
.PHONY: verify quick
verify: ## all of it
	@$(GO) test \${PKGS}
quick: deps
	golangci-lint run
check:
	cargo check
ci: verify
all: verify quick
deps:
	npm ci
up:
	$(MAKE) quick
build:
	tsc
FILES := $(shell go list ./... | grep -v gen)
vetted:
	$(GO) vet $(FILES)
`,
  justfile: `set shell := ["bash", "-c"]
runner := "uv run pytest"
alias v := verify

# what the build server does
verify *args: deps
    {{runner}} {{args}}

@tidy path=".":
    ruff format {{path}}
deps:
    uv sync
`,
  'mise.toml': `[tasks]
verify = "cargo nextest run"
[tasks.style]
run = ["cargo clippy --all", "cargo clippy --tests"]
[tasks.all]
depends = ["style"]
`,
  'Taskfile.yml': `version: '3'
vars:
  BIN: shop
tasks:
  verify:
    desc: "build things"
    cmds:
      - go test ./...
  tidy: gofmt -w .
  up:
    deps: [prepare]
    cmds:
      - cmd: go run ./cmd/shop
  prepare:
    cmds:
      - task: tidy
`,
  'package.json':
    '{"scripts": {"verify": "vitest run", "qa": "npm run verify", "lint": "tsc --noEmit", "build": "tsc", "format": "prettier --check .", "ship": "vite build && npm publish", "test:watch": "vitest", "clean-build": "rm -rf dist && vite build"}}',
  'deno.jsonc': '{ // ours\n"tasks": {"verify": "deno lint", "up": "vite", }}',
  'pixi.toml': '[tasks]\nverify = "pytest -q"\n[feature.dev.tasks]\ntidy = {cmd = "ruff format ."}\n',
  'pyproject.toml': `[project.scripts]
shop = "shop.cli:main"
[tool.poe.tasks]
verify = "pytest"
tidy = { cmd = "black ." }
both = ["verify", "tidy"]
[tool.pdm.scripts]
qa = {cmd = "mypy src"}
[tool.hatch.envs.style.scripts]
qa = ["ruff check ."]
`,
  'apps/web/package.json': '{"scripts": {"verify": "playwright test"}}',
};

describe('kinds of tasks by the files that define them', () => {
  const files = project(FILES);
  test.each([
    ['make verify', 'command.test'],
    ['make quick', 'command.lint'],
    ['make check', 'command.typecheck'],
    ['make ci', 'command.test'],
    ['make all', undefined],
    ['make up', 'command.lint'],
    ['make deps', 'command.install'],
    ['make build', 'command.build'],
    ['make vetted', 'command.typecheck'],
    ['make', 'command.test'],
    ['make -C apps/web verify', undefined],
    ['just verify', 'command.test'],
    ['just v', 'command.test'],
    ['just tidy', 'command.format'],
    ['mise run verify', 'command.test'],
    ['mise r style', 'command.lint'],
    ['mise all', 'command.lint'],
    ['task verify', 'command.test'],
    ['task tidy', 'command.format'],
    ['task up', 'command.run'],
    ['npm run verify', 'command.test'],
    ['pnpm qa', 'command.test'],
    ['yarn lint', 'command.lint'],
    ['npm run format', undefined],
    ['npm run ship', undefined],
    ['npm run test:watch', undefined],
    ['npm run clean-build', 'command.build'],
    ['bun run build', 'command.build'],
    ['pnpm --filter @shop/web verify', 'command.test_e2e'],
    ['npm run verify --prefix apps/web', 'command.test_e2e'],
    ['deno task up', 'command.run'],
    ['pixi run verify', 'command.test'],
    ['pixi run tidy', 'command.format'],
    ['poe verify', 'command.test'],
    ['uv run poe tidy', 'command.format'],
    ['poe both', undefined],
    ['pdm run qa', 'command.typecheck'],
    ['hatch run style:qa', 'command.lint'],
    ['uv run shop', 'command.run'],
    ['uv run shop import --all', undefined],
    ['make nothing', undefined],
    ['git status', undefined],
  ])('`%s` is %s', (step, kind) => {
    expect(files.kindOf(step, null) ?? undefined).toBe(kind);
  });

  test('the nearest file counts, from the folder on', () => {
    expect(files.kindOf('npm run verify', 'apps/web')).toBe('command.test_e2e');
    expect(files.kindOf('just verify', 'apps/web')).toBe('command.test');
    expect(files.kindOf('just verify', '../elsewhere')).toBe('command.test');
  });

  test('a file that names all its tasks speaks against one that it lacks', () => {
    expect(files.fileWithout('make lint', null)).toBe('Makefile');
    expect(files.fileWithout('just lint', null)).toBe('justfile');
    expect(files.fileWithout('task lint', null)).toBe('Taskfile.yml');
    expect(files.fileWithout('npm run web', 'apps/web')).toBe('package.json');
    for (const said of [
      'make verify',
      'make out.bin',
      'make -j 4 verify',
      'just --justfile other lint',
      'mise run lint',
      'pnpm vitest',
      'cargo test',
    ])
      expect(files.fileWithout(said, null)).toBeUndefined();
    const more = project({ Makefile: 'include other.mk\ntest:\n\tpytest\n', justfile: 'test-%:\n    x\n' });
    expect(more.fileWithout('make lint', null)).toBeUndefined();
    expect(more.fileWithout('just lint', null)).toBeUndefined();
  });
});

test('tasks that call each other in a circle, and broken files, say nothing', () => {
  const files = project({
    Makefile: 'a: b\nb: a\nc:\n\tmake d\nd:\n\tmake c\n',
    'package.json': '{"scripts": ',
    'mise.toml': '[tasks',
  });
  for (const step of ['make a', 'make c', 'npm run x', 'mise run x'])
    expect(files.kindOf(step, null) ?? undefined).toBeUndefined();
  expect(files.fileWithout('npm run x', null)).toBeUndefined();
});

test('a command that only the project can name is learned as what its files call it', () => {
  const byFiles = project(FILES);
  const session = [
    { ...ran('just verify -q 2>&1 | tail -3'), byFiles },
    { ...ran('poe both'), byFiles },
  ];
  expect(texts(workingCommand, [session, session])).toEqual([
    'Tests run with `just verify` (passed in 2 sessions).',
  ]);
  expect(texts(workingCommand, [[ran('just verify')], [ran('just verify')]])).toEqual([]);
});

test('tasks that each start all the others are soon given up', () => {
  const names = Array.from({ length: 40 }, (_, i) => `t${i}`);
  const rules = names.map((name) => `${name}: \n${names.map((other) => `\tmake ${other}\n`).join('')}`);
  const files = project({ Makefile: rules.join('') });
  for (const name of names) expect(files.kindOf(`make ${name}`, null)).toBeNull();
});

test('a file of variables that stand for variables stays small', () => {
  const values = `A = ${'$(B)'.repeat(70)}\nB = ${'$(C)'.repeat(70)}\nC = ${'x'.repeat(300)}\n`;
  const many = Array.from({ length: 500 }, (_, i) => `t${i}`).join(' ');
  const tasks = ruleTasks(`${values}${many}:\n${`\t${'$(A)'.repeat(200)}\n`.repeat(500)}`);
  const size = [...tasks.values()].flatMap(({ runs }) => runs).reduce((sum, run) => sum + run.length, 0);
  expect(size).toBeLessThan(1_000_000);
});

test('the programs that task files start, hooks and the project’s own are known by their names', () => {
  const files = project({
    Makefile: 'docs:\n\tvale-next docs && ./bin/linkcheck\n',
    'mise.toml': '[tasks]\nspell = "wordcheck --fix"\n',
    'package.json':
      '{ "name": "@shop/till", "bin": { "shopctl": "cli.js" }, "scripts": { "lint": "oxc-lint ." } }',
    '.pre-commit-config.yaml':
      'repos:\n- repo: local\n  hooks:\n  - id: spelling\n    entry: hunspeller -l\n',
    'pyproject.toml': '[project.scripts]\ntillpy = "till:main"\n',
  });
  const named = [
    'vale-next',
    'linkcheck',
    'wordcheck',
    'shopctl',
    'oxc-lint',
    'spelling',
    'hunspeller',
    'tillpy',
  ];
  expect(named.filter((name) => !files.namesProgram(name))).toEqual([]);
  expect(files.namesProgram('somebodys-tool')).toBe(false);
  expect(project({ 'package.json': '{ "name": "@shop/till", "bin": "cli.js" }' }).namesProgram('till')).toBe(
    true,
  );
});
