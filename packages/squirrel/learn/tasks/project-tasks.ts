import { join } from 'node:path';
import { foreignText } from '@sqrl/base/foreign-file.ts';
import { shellSteps } from '@sqrl/base/shell/steps.ts';
import { type CommandKind, kindOfCommand, kindOfName } from '../observe/behavior/command-kind.ts';
import {
  hooksIn,
  isComplete,
  jsonTasks,
  ownPrograms,
  type ProjectTask,
  type ProjectTasks,
  ruleTasks,
  tomlTasks,
  yamlTasks,
} from './task-files.ts';

type TaskKind = CommandKind | null | undefined;
type TaskFile = readonly [name: string, read: (text: string) => ProjectTasks];

/** What is known around a task while its commands are followed. */
interface TaskSurroundings {
  tasks: ProjectTasks;
  folder: string | null;
  depth: number;
}

/** The files of a project that define tasks, each read when it is first asked for. */
export class TaskFiles {
  readonly #root: string;
  readonly #read = new Map<TaskFile, Map<string, ProjectTasks | undefined>>();
  /** Tasks that may still be followed for one question. */
  #left = MAX_TASKS_ASKED;
  #programs: Set<string> | undefined;

  constructor(root: string) {
    this.#root = root;
  }

  /** What a step is for, by the task that it starts: its name, or what it runs. Null for something else, undefined where no file says. */
  kindOf(step: string, folder: string | null): TaskKind {
    this.#left = MAX_TASKS_ASKED;
    return this.#kindOfStep(step, folder, 0);
  }

  /** The file that has to define the task of a step and does not. */
  fileWithout(step: string, folder: string | null): string | undefined {
    const started = startedTask(step);
    // A target may be a file that is made, and `bun run` starts files too.
    if (!started?.isOnlySource || !/^[A-Za-z][\w:-]*$/.test(started.name)) return undefined;
    const { file, tasks } = this.#nearest(started, folder) ?? {};
    return tasks === undefined || !isComplete(tasks) || tasks.has(started.name) ? undefined : file;
  }

  /** Whether the task files of the root start a program by its name, or install the project's own under it. */
  namesProgram(name: string): boolean {
    this.#programs ??= new Set([
      ...PROGRAM_FILES.flatMap((file) => [...(this.#tasksIn('.', file)?.keys() ?? [])]),
      ...Object.values(RUNNERS)
        .flatMap(({ files }) => files)
        .flatMap((file) => [...(this.#tasksIn('.', file)?.values() ?? [])])
        .flatMap(({ runs }) => runs.slice(0, MAX_RUNS).flatMap((run) => shellSteps(run)))
        .map((step) => step.split(' ', 1)[0]!.replace(/^.*\//, '')),
    ]);
    return this.#programs.has(name);
  }

  #tasksIn(folder: string, file: TaskFile): ProjectTasks | undefined {
    const byFolder = this.#read.get(file) ?? new Map<string, ProjectTasks | undefined>();
    this.#read.set(file, byFolder);
    if (!byFolder.has(folder)) {
      const path = join(this.#root, folder, file[0]);
      const text = foreignText(path, { maxBytes: MAX_BYTES, below: this.#root });
      byFolder.set(folder, text === undefined ? undefined : file[1](text));
    }
    return byFolder.get(folder);
  }

  #nearest({ files, name, within }: StartedTask, folder: string | null) {
    for (const place of within ?? placesAbove(folder)) {
      const found = files.flatMap((file) => {
        const tasks = this.#tasksIn(place, file);
        return tasks === undefined ? [] : [{ file: file[0], tasks }];
      });
      if (found.length > 0) return found.find(({ tasks }) => tasks.has(name)) ?? found[0]!;
    }
    return undefined;
  }

  #kindOfStep(step: string, folder: string | null, depth: number): TaskKind {
    const [, entry] = ENTRY.exec(step) ?? [];
    const isEntry = (place: string) => ENTRIES.some((file) => this.#tasksIn(place, file)?.has(entry!));
    if (entry !== undefined && placesAbove(folder).some(isEntry)) return 'command.run';
    const started = startedTask(step);
    const { tasks } = (started && this.#nearest(started, folder)) ?? {};
    const task =
      tasks?.get(started!.name) ??
      // `hatch run style:qa`: an environment and its script.
      tasks?.get(started!.name.replace(/^[\w-]+:/, '')) ??
      (started?.name === '' ? tasks?.values().next().value : undefined);
    return task && this.#kindOfTask(started!.name, task, { tasks: tasks!, folder, depth });
  }

  #kindOfTask(name: string, task: ProjectTask, around: TaskSurroundings): TaskKind {
    // It does not end.
    if (/watch/i.test(name) || task.runs.some((run) => / --watch\b/.test(run))) return null;
    const byName = kindOfName(name);
    const runs = this.#kindRun(task, around);
    if (byName === undefined) return runs;
    if (byName === 'command.format' && !runs && task.runs.some((run) => ONLY_CHECKS.test(run))) return null;
    return runs && REFINES[byName] === runs ? runs : byName;
  }

  /** What all commands of a task are for, and the tasks that it puts together. Steps that only prepare count alone. */
  #kindRun({ runs, needs }: ProjectTask, { tasks, folder, depth }: TaskSurroundings): TaskKind {
    // Tasks that start many others, each of which does, are for nothing in particular.
    if (depth >= MAX_DEPTH || --this.#left < 0) return null;
    const steps = runs.slice(0, MAX_RUNS).flatMap((run) => shellSteps(run));
    const done = steps
      .filter((each) => !ASIDE.test(each))
      .map((each) => {
        const kind = this.#kindOfStep(each, folder, depth + 1);
        return kind === undefined ? kindOfCommand(each) : kind;
      });
    const needed = (done.length > 0 ? [] : needs.slice(0, MAX_RUNS)).flatMap((name) => {
      const task = tasks.get(name);
      return task ? [this.#kindOfTask(name, task, { tasks, folder, depth: depth + 1 })] : [];
    });
    const kinds = new Set([...done, ...needed].map((kind) => (kind === SINGLE ? TEST : kind)));
    const work = [...kinds].filter((kind) => !kind || !PREPARES.has(kind));
    return work.length > 1 ? null : work.length === 1 ? (work[0] ?? null) : [...kinds][0];
  }
}

const placesAbove = (folder: string | null): string[] => {
  const parts = folder === null || folder.split('/').includes('..') ? [] : folder.split('/');
  return [...parts.map((_, i) => parts.slice(0, parts.length - i).join('/')), '.'];
};

/** A task that a step of a command line starts, and the files that may define it. */
interface StartedTask {
  name: string;
  files: readonly TaskFile[];
  /** The folders of the repository that a flag points the runner at. */
  within: string[] | undefined;
  /** Whether a file that lacks the task speaks against the command: the runner takes tasks from nowhere else. */
  isOnlySource: boolean;
}

/** The task that a step starts by way of a runner; undefined for programs that are no runners. */
function startedTask(step: string): StartedTask | undefined {
  const [program = '', ...words] = step.replace(THROUGH, '').split(' ');
  const runner = Object.hasOwn(RUNNERS, program) ? RUNNERS[program]! : undefined;
  if (!runner || words.some((word) => ELSEWHERE.test(word))) return undefined;
  const { files, needsRun, isOnlySource = false, fallback } = runner;
  const { left, within } = withoutPlace(words);
  const [first, second] = left.filter((word) => !word.startsWith('-') && !/^\w+=/.test(word));
  const isRun = first !== undefined && RUN.test(first);
  if (needsRun && !isRun && !needsRun.test(first ?? '')) return undefined;
  const name = (isRun ? second : first) ?? fallback;
  const source = isOnlySource === 'run' ? first === 'run' : isOnlySource;
  return name === undefined ? undefined : { name, files, within, isOnlySource: source };
}

/** Takes the flag out that points a runner at a folder or a package of the repository. */
function withoutPlace(words: readonly string[]): { left: string[]; within?: string[] } {
  const at = words.findIndex((word) => PLACE.test(word));
  if (at < 0) return { left: [...words] };
  const [, same] = words[at]!.split('=');
  const named = (same ?? words[at + 1] ?? '').replace(/^\.\//, '').replace(/\/$/, '');
  const left = words.toSpliced(at, same === undefined ? 2 : 1);
  if (!/^[\w.@/-]+$/.test(named) || named.includes('..')) return { left };
  return { left, within: [named, ...GROUPS.map((group) => `${group}/${named.replace(/^.*\//, '')}`)] };
}

/** What only finds the runner: `uv run poe lint`. */
const THROUGH = /^(?:npx|bunx|uvx|(?:pnpm|yarn|npm) exec(?: --)?|(?:uv|poetry) run) (?=\S)/;
const RUN = /^(?:run|r|task|run-script)$/;
/** Names the file itself, or a folder in a runner's own way. */
const ELSEWHERE = /^(?:-[fd]|--(?:file|justfile|taskfile|makefile|working-directory))(?:=|$)/;
const PLACE = /^(?:-[CFw]|--(?:prefix|cwd|dir|directory|filter|workspace))(?:=|$)/;
/** Where repositories of several projects keep them. */
const GROUPS = ['apps', 'packages', 'libs', 'services', 'crates', 'projects'];

const named = (read: TaskFile[1], names: string): TaskFile[] => names.split(' ').map((name) => [name, read]);
const MAKEFILES = named(ruleTasks, 'GNUmakefile makefile Makefile');
const TASKFILES = named(yamlTasks, 'Taskfile.yml Taskfile.yaml taskfile.yml taskfile.yaml');
const SCRIPTS = named((text) => jsonTasks(text, 'scripts'), 'package.json');
const TOML_TASKS = (text: string) => tomlTasks(text, 'tasks');
const pyproject = (...path: string[]): TaskFile[] =>
  named((text) => tomlTasks(text, ...path), 'pyproject.toml');

interface TaskRunner {
  files: TaskFile[];
  /** Without a word for running, only these are tasks. */
  needsRun?: RegExp;
  isOnlySource?: boolean | 'run';
  fallback?: string;
}

const NONE = /^$/;
const RUNNERS: Record<string, TaskRunner> = {
  make: { files: MAKEFILES, isOnlySource: true, fallback: '' },
  gmake: { files: MAKEFILES, isOnlySource: true, fallback: '' },
  just: { files: named(ruleTasks, 'justfile Justfile .justfile'), isOnlySource: true, fallback: '' },
  task: {
    files: [...TASKFILES, ...pyproject('tool', 'taskipy', 'tasks')],
    isOnlySource: true,
    fallback: 'default',
  },
  mise: { files: named(TOML_TASKS, 'mise.toml .mise.toml .config/mise.toml mise/config.toml') },
  npm: { files: SCRIPTS, needsRun: /^(?:test|start)$/, isOnlySource: true },
  // Without a word for running they start programs of packages too: a file that lacks the script says nothing.
  pnpm: { files: SCRIPTS, isOnlySource: 'run' },
  yarn: { files: SCRIPTS, isOnlySource: 'run' },
  bun: { files: SCRIPTS, needsRun: NONE, isOnlySource: true },
  turbo: { files: SCRIPTS },
  deno: { files: named((text) => jsonTasks(text, 'tasks'), 'deno.json deno.jsonc'), needsRun: NONE },
  pixi: {
    files: [
      ...named(TOML_TASKS, 'pixi.toml'),
      ...named((text) => tomlTasks(text, 'feature', '*', 'tasks'), 'pixi.toml'),
      ...pyproject('tool', 'pixi', 'tasks'),
    ],
    needsRun: NONE,
  },
  poe: { files: pyproject('tool', 'poe', 'tasks') },
  pdm: { files: pyproject('tool', 'pdm', 'scripts') },
  hatch: { files: pyproject('tool', 'hatch', 'envs', '*', 'scripts'), needsRun: NONE },
};

/** A program that the project installs under a name of its own. */
const ENTRY = /^(?:uv|poetry|pdm|rye|hatch) run ([\w.-]+)$/;
const ENTRIES = [...pyproject('project', 'scripts'), ...pyproject('tool', 'poetry', 'scripts')];

/** Files that name programs and not tasks: what the project installs under names of its own, and its hooks. */
const PROGRAM_FILES: TaskFile[] = [
  ...ENTRIES,
  ['package.json', ownPrograms],
  ['.pre-commit-config.yaml', hooksIn],
];

const [MAX_BYTES, MAX_RUNS, MAX_DEPTH, MAX_TASKS_ASKED] = [262_144, 20, 3, 100];

const SINGLE = 'command.single_test';
const TEST = 'command.test';

const ASIDE =
  /^(?:rm|rimraf|mkdir|cp|mv|touch|chmod|find|test|if|fi|for|ls|cat|cross-env|env|read|wait|trap|:)(?: |$)/;

/** Says what is not formatted, and changes nothing. */
const ONLY_CHECKS = / (?:--check|-c|--list-different|-l|--diff|--dry-run)\b/;

const PREPARES: ReadonlySet<CommandKind> = new Set(['command.install', 'command.migrate']);

/** What a task's commands may say more exactly than its name; `build` may well run `tsc`. */
const REFINES: Partial<Record<CommandKind, CommandKind>> = {
  'command.test': 'command.test_e2e',
  'command.lint': 'command.format',
};
