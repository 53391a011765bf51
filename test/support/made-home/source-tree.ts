import { spawnSync } from 'node:child_process';
import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { ASPECTS, type MadeProject } from './projects.ts';
import type { Random } from './random.ts';

/** Writes the source tree of a project: real code that parses and hangs together, and git commits that tell its story. */
export function writeSourceTree(
  root: string,
  project: MadeProject,
  { random, since, until, env }: { random: Random; since: number; until: number; env: NodeJS.ProcessEnv },
): void {
  const write = (path: string, text: string): void => {
    mkdirSync(dirname(join(root, path)), { recursive: true });
    writeFileSync(join(root, path), text);
  };
  const git = (at: number, ...args: string[]): void => {
    const date = new Date(at).toISOString();
    const result = spawnSync('git', ['-c', 'user.name=Dev', '-c', 'user.email=dev@example.com', ...args], {
      cwd: root,
      env: { ...env, GIT_AUTHOR_DATE: date, GIT_COMMITTER_DATE: date, GIT_CONFIG_NOSYSTEM: '1' },
      encoding: 'utf8',
    });
    if (result.status !== 0) throw new Error(`git ${args.join(' ')}: ${result.stderr}`);
  };
  const files = sourcesOf(project, 0);
  write('README.md', `# ${project.name}\n\nRun the tests with \`${project.test}\`.\n`);
  for (const [path, text] of manifestsOf(project)) write(path, text);
  for (const [path, text] of files) write(path, text);
  git(since, 'init', '-q', '-b', 'main');
  git(since, 'add', '-A');
  git(since, 'commit', '-q', '-m', 'Begin');
  const nouns = Object.entries(project.modules).flatMap(([module, all]) =>
    all.map((noun) => ({ module, noun })),
  );
  for (let n = 1; n <= COMMITS; n++) {
    const { module, noun } = random.pick(nouns);
    const later = sourcesOf(project, n);
    for (const [path, text] of later) if (path.includes(module) && path.includes(noun)) write(path, text);
    const at = since + ((until - since) * n) / (COMMITS + 1);
    git(
      at,
      'commit',
      '-q',
      '-a',
      '-m',
      `${module}: ${random.pick(['tidy', 'speed up', 'mend', 'extend'])} the ${noun}`,
    );
  }
}

const COMMITS = 6;

/** The sources of a project, by path; another version is another body for the same names. */
const sourcesOf = (project: MadeProject, version: number): [path: string, text: string][] =>
  ({ typescript, python, go })[project.language](project, version);

/** The three functions that every file of a noun has. */
const VERBS: Readonly<Record<(typeof ASPECTS)[number], readonly string[]>> = {
  store: ['load', 'save', 'remove'],
  rules: ['check', 'settle', 'compare'],
  view: ['render', 'summarise', 'print'],
};

const capital = (word: string): string => word[0]!.toUpperCase() + word.slice(1);

/** What each file leans on: the aspect before it, and the same aspect of a noun of the part below. */
function leanings({ modules }: MadeProject, module: string, noun: string, aspect: (typeof ASPECTS)[number]) {
  const names = Object.keys(modules);
  const below = names[names.indexOf(module) - 1];
  const first = names[0]!;
  const before = ASPECTS[ASPECTS.indexOf(aspect) - 1];
  const at = modules[module]!.indexOf(noun);
  return [
    ...(before ? [{ module, noun, aspect: before }] : []),
    ...(below ? [{ module: below, noun: modules[below]![at % modules[below]!.length]!, aspect }] : []),
    ...(below && below !== first
      ? [{ module: first, noun: modules[first]![at % modules[first]!.length]!, aspect: 'store' as const }]
      : []),
  ];
}

function each<T>(
  project: MadeProject,
  make: (at: { module: string; noun: string; aspect: (typeof ASPECTS)[number] }) => T,
): T[] {
  return Object.entries(project.modules).flatMap(([module, nouns]) =>
    nouns.flatMap((noun) => ASPECTS.map((aspect) => make({ module, noun, aspect }))),
  );
}

function typescript(project: MadeProject, version: number): [string, string][] {
  return each(project, ({ module, noun, aspect }) => {
    const uses = leanings(project, module, noun, aspect);
    const imports = uses.map(
      (use) =>
        `import { ${VERBS[use.aspect][0]}${capital(use.noun)} } from '../${use.module}/${use.noun}-${use.aspect}.ts';`,
    );
    const body = VERBS[aspect].map((verb, i) => {
      const use = uses[i % Math.max(1, uses.length)];
      const call = use ? `${VERBS[use.aspect][0]}${capital(use.noun)}(id)` : 'id.length';
      return `/** ${capital(verb)}s the ${noun}. */\nexport function ${verb}${capital(noun)}(id: string): number {\n  const found = ${call};\n  return found + ${version};\n}\n`;
    });
    return [`src/${module}/${noun}-${aspect}.ts`, `${imports.join('\n')}\n\n${body.join('\n')}`];
  });
}

function python(project: MadeProject, version: number): [string, string][] {
  return each(project, ({ module, noun, aspect }) => {
    const uses = leanings(project, module, noun, aspect);
    const imports = uses.map(
      (use) => `from ${use.module}.${use.noun}_${use.aspect} import ${VERBS[use.aspect][0]}_${use.noun}`,
    );
    const body = VERBS[aspect].map((verb, i) => {
      const use = uses[i % Math.max(1, uses.length)];
      const call = use ? `${VERBS[use.aspect][0]}_${use.noun}(key)` : 'len(key)';
      return `def ${verb}_${noun}(key: str) -> int:\n    """${capital(verb)}s the ${noun}."""\n    found = ${call}\n    return found + ${version}\n`;
    });
    return [`${module}/${noun}_${aspect}.py`, `${imports.join('\n')}\n\n\n${body.join('\n\n')}`];
  });
}

function go(project: MadeProject, version: number): [string, string][] {
  return each(project, ({ module, noun, aspect }) => {
    const uses = leanings(project, module, noun, aspect).filter((use) => use.module !== module);
    const imports = [
      ...new Set(uses.map((use) => `import "example.com/${project.name}/internal/${use.module}"`)),
    ];
    const body = VERBS[aspect].map((verb, i) => {
      const use = uses[i % Math.max(1, uses.length)];
      const call = use
        ? `${use.module}.${capital(VERBS[use.aspect][0]!)}${capital(use.noun)}(id)`
        : 'len(id)';
      return `// ${capital(verb)}${capital(noun)} ${verb}s the ${noun}.\nfunc ${capital(verb)}${capital(noun)}(id string) int {\n\tfound := ${call}\n\treturn found + ${version}\n}\n`;
    });
    return [
      `internal/${module}/${noun}_${aspect}.go`,
      `package ${module}\n\n${imports.join('\n')}\n\n${body.join('\n')}`,
    ];
  });
}

function manifestsOf({ name, language }: MadeProject): [string, string][] {
  if (language === 'typescript')
    return [['package.json', `${JSON.stringify({ name, type: 'module' }, null, 2)}\n`]];
  if (language === 'python') return [['pyproject.toml', `[project]\nname = "${name}"\nversion = "1.0.0"\n`]];
  return [['go.mod', `module example.com/${name}\n\ngo 1.24\n`]];
}
