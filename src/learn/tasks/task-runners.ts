import { iniTasks, jsonTasks, type ProjectTasks, ruleTasks, tomlTasks, yamlTasks } from './task-files.ts';

export type TaskFile = readonly [name: string, read: (text: string) => ProjectTasks];

/** A task that a step of a command line starts, and the files that may define it. */
export interface StartedTask {
  /** '' for the one that the file begins with, or has for it. */
  name: string;
  files: readonly TaskFile[];
  /** The package or project of the repository that it belongs to: by name, `*` for all; undefined for the folder's own. */
  project?: string;
  /** Below the folder that the command is run in. */
  folder?: string;
  /** What it is given besides. */
  rest: readonly string[];
  /** Whether a file that lacks the task speaks against the command: the runner takes tasks from nowhere else. */
  isOnlySource: boolean;
}

/** The task that a step starts by way of a runner; undefined for programs that are no runners. */
export function startedTask(step: string): StartedTask | undefined {
  const [program = '', ...words] = step.replace(THROUGH, '').split(' ');
  if (!Object.hasOwn(RUNNERS, program)) return undefined;
  if (words.some((word) => ELSEWHERE.test(word))) return undefined;
  const { files, isOnlySource = false, task } = RUNNERS[program]!;
  const { left, ...place } = withoutPlace(words);
  const started = task(left);
  return started && { files, isOnlySource, ...place, ...started };
}

/** Takes the flag out that points a runner at a folder or a package of the repository. */
function withoutPlace(words: readonly string[]): { left: string[]; project?: string; folder?: string } {
  const at = words.findIndex((word) => IN_FOLDER.test(word) || IN_PACKAGE.test(word));
  if (at < 0) return { left: [...words] };
  const [flag, same] = words[at]!.split('=');
  const named = (same ?? words[at + 1] ?? '').replace(/^\.\//, '').replace(/\/$/, '');
  const left = words.toSpliced(at, same === undefined ? 2 : 1);
  if (!/^[\w.@/-]+$/.test(named) || named.includes('..')) return { left };
  return IN_FOLDER.test(flag!) ? { left, folder: named } : { left, project: named.replace(/^@[^/]*\//, '') };
}

/** Names the file itself, or a folder in a runner's own way. */
const ELSEWHERE = /^(?:-[fd]|--(?:file|justfile|taskfile|makefile|working-directory))(?:=|$)/;
const IN_FOLDER = /^(?:-C|--(?:prefix|cwd|dir|directory))(?:=|$)/;
const IN_PACKAGE = /^(?:-[Fw]|--(?:filter|workspace))(?:=|$)/;

type Started = Pick<StartedTask, 'name' | 'rest'> & Partial<Pick<StartedTask, 'project' | 'isOnlySource'>>;

interface TaskRunner {
  files: readonly TaskFile[];
  isOnlySource?: boolean;
  task(words: readonly string[]): Started | undefined;
}

/** What only finds the runner: `npx nx test`, `uv run poe lint`. */
const THROUGH =
  /^(?:npx|bunx|uvx|(?:pnpm|yarn|npm) exec(?: --)?|(?:uv|poetry) run|pnpm(?= (?:nx|turbo|moon) )) (?=\S)/;

const at =
  (read: (text: string, ...path: string[]) => ProjectTasks, ...path: string[]) =>
  (text: string): ProjectTasks =>
    read(text, ...path);

const MAKEFILES: TaskFile[] = ['GNUmakefile', 'makefile', 'Makefile'].map((name) => [name, ruleTasks]);
const JUSTFILES: TaskFile[] = ['justfile', 'Justfile', '.justfile'].map((name) => [name, ruleTasks]);
const TASKFILES: TaskFile[] = ['Taskfile.yml', 'Taskfile.yaml', 'taskfile.yml', 'taskfile.yaml'].map(
  (name) => [name, yamlTasks],
);
const MISE: TaskFile[] = ['mise.toml', '.mise.toml', '.config/mise.toml', 'mise/config.toml'].map((name) => [
  name,
  at(tomlTasks, 'tasks'),
]);
const SCRIPTS: TaskFile = ['package.json', at(jsonTasks, 'scripts')];
const PYPROJECT = (...path: string[]): TaskFile => ['pyproject.toml', at(tomlTasks, ...path)];

/** Words without flags, and without what is set for one run. */
const plain = (words: readonly string[]): string[] =>
  words.filter((word) => !word.startsWith('-') && !/^\w+=/.test(word));

/** The first word, after `run` where the runner knows that. */
const named =
  (isRunNeeded = false, fallback?: string) =>
  (words: readonly string[]) => {
    const [first, ...others] = plain(words);
    const isRun = first === 'run' || first === 'r' || first === 'task' || first === 'run-script';
    if (isRunNeeded && !isRun) return undefined;
    const [name = fallback, ...rest] = isRun ? others : first === undefined ? [] : [first, ...others];
    return name === undefined ? undefined : { name, rest };
  };

const scripts: TaskRunner = { files: [SCRIPTS], isOnlySource: true, task: named(true) };

function script(words: readonly string[]): Started | undefined {
  const started = named()(words);
  return started && { ...started, isOnlySource: plain(words)[0] === 'run' };
}

/** npm runs two scripts without being told to run one; the others run all but their own commands. */
const NPM_SCRIPTS = new Set(['test', 't', 'start']);

const RUNNERS: Record<string, TaskRunner> = {
  make: { files: MAKEFILES, isOnlySource: true, task: named(false, '') },
  gmake: { files: MAKEFILES, isOnlySource: true, task: named(false, '') },
  just: { files: JUSTFILES, isOnlySource: true, task: named(false, '') },
  task: {
    files: [...TASKFILES, PYPROJECT('tool', 'taskipy', 'tasks')],
    isOnlySource: true,
    task: named(false, 'default'),
  },
  mise: { files: MISE, task: named() },
  npm: {
    ...scripts,
    task: (words) => {
      const [first = '', ...rest] = plain(words);
      return NPM_SCRIPTS.has(first) ? { name: first === 't' ? 'test' : first, rest } : scripts.task(words);
    },
  },
  // Without a word for running they start programs of packages too: a file that lacks the script says nothing.
  pnpm: { ...scripts, task: script },
  yarn: { ...scripts, task: script },
  bun: scripts,
  deno: {
    files: [
      ['deno.json', at(jsonTasks, 'tasks')],
      ['deno.jsonc', at(jsonTasks, 'tasks')],
    ],
    task: named(true),
  },
  pixi: {
    files: [
      ['pixi.toml', at(tomlTasks, 'tasks')],
      ['pixi.toml', at(tomlTasks, 'feature', '*', 'tasks')],
      PYPROJECT('tool', 'pixi', 'tasks'),
      PYPROJECT('tool', 'pixi', 'feature', '*', 'tasks'),
    ],
    task: named(true),
  },
  poe: { files: [PYPROJECT('tool', 'poe', 'tasks')], task: named() },
  pdm: { files: [PYPROJECT('tool', 'pdm', 'scripts')], task: named() },
  hatch: {
    files: [PYPROJECT('tool', 'hatch', 'envs', '*', 'scripts')],
    task: (words) => {
      const found = named(true)(words);
      return found && { ...found, name: found.name.slice(found.name.indexOf(':') + 1) };
    },
  },
  tox: {
    files: [['tox.ini', iniTasks], PYPROJECT('tool', 'tox', 'env')],
    task: (words) => {
      const flag = words.findIndex((word) => /^(?:-e|--env)(?:=|$)/.test(word));
      const [name] = (flag < 0 ? '' : (words[flag]!.split('=')[1] ?? words[flag + 1] ?? '')).split(',');
      return { name: name!, rest: [] };
    },
  },
  cargo: {
    files: [
      ['.cargo/config.toml', (text) => cargoAliases(text)],
      ['.cargo/config', (text) => cargoAliases(text)],
    ],
    task: named(),
  },
  nx: {
    files: [
      ['project.json', at(jsonTasks, 'targets')],
      SCRIPTS,
      ['package.json', at(jsonTasks, 'nx', 'targets')],
      ['nx.json', at(jsonTasks, 'targetDefaults')],
    ],
    task: (words) => {
      const [first = '', second = '', ...rest] = plain(words);
      if (first === 'run') return targetOf(second, ':', rest);
      if (first === 'run-many' || first === 'affected') return { ...manyIn(words), project: '*', rest: [] };
      return { name: first, rest, ...(second !== '' && { project: second }) };
    },
  },
  turbo: {
    files: [SCRIPTS],
    task: (words) => {
      const found = named()(words);
      return found && { ...targetOf(found.name, '#', found.rest), project: '*' };
    },
  },
  moon: {
    files: [
      ['moon.yml', yamlTasks],
      ['.moon/tasks.yml', yamlTasks],
    ],
    task: (words) => {
      const found = named()(words);
      return found && targetOf(found.name, ':', found.rest);
    },
  },
};

export const ALL_TASK_FILES: readonly TaskFile[] = [
  ...new Set(Object.values(RUNNERS).flatMap(({ files }) => files)),
];

/** `web:test` and `web#test`: a project and its target. */
function targetOf(target: string, sign: string, rest: readonly string[]) {
  const [project = '', name = ''] = target.includes(sign) ? target.split(sign) : ['', target];
  return { name, rest, ...(project !== '' && { project }) };
}

function manyIn(words: readonly string[]): { name: string } {
  const flag = words.findIndex((word) => /^(?:-t|--targets?)(?:=|$)/.test(word));
  const [name] = flag < 0 ? [''] : (words[flag]!.split('=')[1] ?? words[flag + 1] ?? '').split(',');
  return { name: name! };
}

/** An alias of cargo stands for words of cargo's own. */
function cargoAliases(text: string): ProjectTasks {
  const aliases = tomlTasks(text, 'alias');
  for (const task of aliases.values()) task.runs = task.runs.map((words) => `cargo ${words}`);
  return aliases;
}
