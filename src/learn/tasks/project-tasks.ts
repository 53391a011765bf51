import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { foreignText } from '../../base/foreign-file.ts';
import { shellSteps } from '../../base/shell/steps.ts';
import { type CommandKind, kindOfCommand, kindOfName } from '../observe/behavior/command-kind.ts';
import {
  hooksIn,
  isComplete,
  ownPrograms,
  type ProjectTask,
  type ProjectTasks,
  tomlTasks,
} from './task-files.ts';
import { ALL_TASK_FILES, type StartedTask, startedTask, type TaskFile } from './task-runners.ts';

type TaskKind = CommandKind | null | undefined;

export interface FilesOnCommands {
  /** What a step is for, by the task that it starts: its name, or what it runs. Null for something else, undefined where no file says. */
  kindOf(step: string, folder: string | null): TaskKind;
  /** The file that has to define the task of a step and does not. */
  fileWithout(step: string, folder: string | null): string | undefined;
  /** The language that a step belongs to, where the folder holds packages of several: `go`, `rust`, `python`. */
  languageOf(step: string, folder: string | null): string | undefined;
  /** Whether the task files of the root start a program by its name, or install the project's own under it. */
  namesProgram(name: string): boolean;
}

/** Reads the files of a project that define tasks, each when it is first asked for. */
export function filesOnCommands(root: string): FilesOnCommands {
  let left = MAX_TASKS_ASKED;
  const read = new Map<TaskFile, Map<string, ProjectTasks | undefined>>();

  function tasksIn(folder: string, file: TaskFile): ProjectTasks | undefined {
    const [name, parse] = file;
    const byFolder = read.get(file) ?? new Map<string, ProjectTasks | undefined>();
    read.set(file, byFolder);
    if (!byFolder.has(folder)) {
      const text = foreignText(join(root, folder, name), { maxBytes: MAX_BYTES, below: root });
      byFolder.set(folder, text === undefined ? undefined : parse(text));
    }
    return byFolder.get(folder);
  }

  /** The tasks of the nearest folder that has such a file, from the inside out. */
  function nearest(
    started: StartedTask,
    folder: string | null,
  ): { file: string; tasks: ProjectTasks } | undefined {
    for (const place of placesFor(started, folder)) {
      const files = started.files.flatMap((file) => {
        const tasks = tasksIn(place, file);
        return tasks === undefined ? [] : [{ file: file[0], tasks }];
      });
      const found =
        files.find(({ tasks }) => tasks.has(started.name)) ?? (started.project ? undefined : files[0]);
      if (found) return found;
    }
    return undefined;
  }

  function placesFor({ project, folder: inside }: StartedTask, folder: string | null): string[] {
    if (inside !== undefined) return [join(folder ?? '.', inside)];
    if (project === undefined) return placesAbove(folder);
    const groups = GROUPS.filter((group) => existsSync(join(root, group)));
    if (project !== '*')
      return [...groups.map((group) => `${group}/${project.replace(/^.*\//, '')}`), project, '.'];
    return [
      ...groups.flatMap((group) => foldersIn(join(root, group)).map((name) => `${group}/${name}`)),
      '.',
    ];
  }

  function kindOf(step: string, folder: string | null, depth = 0): TaskKind {
    const [, entry] = ENTRY.exec(step) ?? [];
    if (entry !== undefined && placesAbove(folder).some((place) => isEntry(place, entry)))
      return 'command.run';
    const started = startedTask(step);
    const { tasks } = (started && nearest(started, folder)) ?? {};
    const task =
      tasks?.get(started!.name) ?? (started?.name === '' ? tasks?.values().next().value : undefined);
    return task && kindOfTask(task, { started: started!, tasks: tasks!, folder, depth });
  }

  const isEntry = (place: string, name: string): boolean =>
    ENTRIES.some((file) => tasksIn(place, file)?.has(name));

  interface Around {
    started: StartedTask;
    tasks: ProjectTasks;
    folder: string | null;
    depth: number;
  }

  function kindOfTask(task: ProjectTask, around: Around): TaskKind {
    const { started } = around;
    const byName = kindOfName(started.name);
    // `cargo xtask lint`: a program of the project is told what to do.
    if (task.runs.some((run) => /^cargo run\b.* --$/.test(run)))
      return kindOfName(started.rest[0] ?? '') ?? byName;
    // It does not end.
    if (/watch/i.test(started.name) || task.runs.some((run) => / --watch\b/.test(run))) return null;
    const runs = kindRun(task, around);
    if (byName === undefined) return runs;
    if (byName === 'command.format' && runs === null && task.runs.some((run) => ONLY_CHECKS.test(run)))
      return null;
    return runs && REFINES[byName]?.includes(runs) ? runs : byName;
  }

  /** What all commands of a task are for, or all the tasks that it only puts together. */
  function kindRun({ runs, needs }: ProjectTask, { started, tasks, folder, depth }: Around): TaskKind {
    // Tasks that start many others, each of which does, are for nothing in particular.
    if (depth >= MAX_DEPTH || --left < 0) return null;
    const steps = runs.slice(0, MAX_RUNS).flatMap((run) => shellSteps(run));
    const done = theOne(
      steps.filter((each) => !ASIDE.test(each)),
      (each) => {
        const kind = kindOf(each, folder, depth + 1);
        return kind === undefined ? kindOfCommand(each) : kind;
      },
    );
    if (done !== undefined) return done;
    return theOne(
      needs.slice(0, MAX_RUNS).filter((name) => tasks.has(name)),
      (name) =>
        kindOfTask(tasks.get(name)!, {
          started: { ...started, name, rest: [] },
          tasks,
          folder,
          depth: depth + 1,
        }),
    );
  }

  let programs: Set<string> | undefined;

  function programsNamed(): Set<string> {
    const names = new Set(PROGRAM_FILES.flatMap((file) => [...(tasksIn('.', file)?.keys() ?? [])]));
    for (const file of ALL_TASK_FILES)
      for (const { runs } of tasksIn('.', file)?.values() ?? [])
        for (const run of runs.slice(0, MAX_RUNS))
          for (const step of shellSteps(run)) names.add(step.split(' ', 1)[0]!.replace(/^.*\//, ''));
    return names;
  }

  return {
    namesProgram(name) {
      programs ??= programsNamed();
      return programs.has(name);
    },
    kindOf(step, folder) {
      left = MAX_TASKS_ASKED;
      return kindOf(step, folder);
    },
    fileWithout(step, folder) {
      const started = startedTask(step);
      // A target may be a file that is made, and `bun run` starts files too.
      if (!started?.isOnlySource || !/^[A-Za-z][\w:-]*$/.test(started.name)) return undefined;
      const { file, tasks } = nearest(started, folder) ?? {};
      return tasks === undefined || !isComplete(tasks) || tasks.has(started.name) ? undefined : file;
    },
    languageOf(step, folder) {
      const [, language] = LANGUAGES.find(([programs]) => programs.test(step)) ?? [];
      if (language === undefined) return undefined;
      const here = join(root, folder ?? '');
      return existsSync(join(here, 'package.json')) && existsSync(join(here, MANIFESTS[language]))
        ? language
        : undefined;
    },
  };
}

function placesAbove(folder: string | null): string[] {
  const parts = folder === null || folder.split('/').includes('..') ? [] : folder.split('/');
  return [...parts.map((_, i) => parts.slice(0, parts.length - i).join('/')), '.'];
}

function foldersIn(path: string): string[] {
  try {
    return readdirSync(path).sort().slice(0, MAX_PROJECTS);
  } catch {
    return [];
  }
}

/** A program that the project installs under a name of its own. */
const ENTRY = /^(?:uv|poetry|pdm|rye|hatch) run ([\w.-]+)$/;
const ENTRIES: TaskFile[] = [
  ['pyproject.toml', (text) => tomlTasks(text, 'project', 'scripts')],
  ['pyproject.toml', (text) => tomlTasks(text, 'tool', 'poetry', 'scripts')],
];

/** Files that name programs and not tasks: what the project installs under names of its own, and its hooks. */
const PROGRAM_FILES: TaskFile[] = [
  ...ENTRIES,
  ['package.json', ownPrograms],
  ['.pre-commit-config.yaml', hooksIn],
];

/** Where repositories of several projects keep them. */
const GROUPS = ['apps', 'packages', 'libs', 'services', 'crates', 'projects'];
const MAX_PROJECTS = 40;
const MAX_BYTES = 262_144;
const MAX_RUNS = 20;
const MAX_DEPTH = 3;
const MAX_TASKS_ASKED = 100;

/** What all are for that do not only prepare; null where they are for several things or one is not known, undefined for none. */
function theOne<T>(all: readonly T[], kindOf: (each: T) => TaskKind): TaskKind {
  let [found, prepared]: (CommandKind | undefined)[] = [];
  for (const each of all) {
    const asked = kindOf(each);
    const kind = asked === SINGLE ? TEST : asked;
    if (!kind || (found !== undefined && !PREPARES.has(kind) && kind !== found)) return null;
    if (PREPARES.has(kind)) prepared = kind;
    else found = kind;
  }
  return found ?? prepared;
}

const SINGLE = 'command.single_test';
const TEST = 'command.test';

/** Steps that only clear the way. */
const ASIDE =
  /^(?:rm|rimraf|mkdir|cp|mv|touch|chmod|find|test|if|fi|for|ls|cat|cross-env|env|read|wait|trap|:)(?: |$)/;

/** Says what is not formatted, and changes nothing. */
const ONLY_CHECKS = / (?:--check|-c|--list-different|-l|--diff|--dry-run)\b/;

/** What precedes the work of a task. */
const PREPARES: ReadonlySet<CommandKind> = new Set(['command.install', 'command.migrate']);

/** What a task's commands may say more exactly than its name; `build` may well run `tsc`. */
const REFINES: Partial<Record<CommandKind, CommandKind[]>> = {
  'command.test': ['command.test_e2e'],
  'command.lint': ['command.format'],
};

/** Languages whose packages may lie next to a package.json, by the programs that work on them. */
const LANGUAGES = [
  [/^(?:go|golangci-lint|gofmt) /, 'go'],
  [/^cargo /, 'rust'],
  [/^(?:(?:uv|poetry|pdm) run |python3? -m )?(?:pytest|tox|ruff|mypy|black)\b|^(?:uv|poetry|pdm) /, 'python'],
] as const;

const MANIFESTS = { go: 'go.mod', rust: 'Cargo.toml', python: 'pyproject.toml' } as const;
