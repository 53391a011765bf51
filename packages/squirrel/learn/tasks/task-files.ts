import { parse as parseJson } from 'jsonc-parser';
import { parse as parseToml } from 'smol-toml';

export interface ProjectTask {
  runs: string[];
  needs: string[];
}

export type ProjectTasks = Map<string, ProjectTask>;

/** In the name of a task that stands for several, and of those that other files bring in. */
const ANY = '%';

export const isComplete = (tasks: ProjectTasks): boolean =>
  tasks.size > 0 && ![...tasks.keys()].some((name) => name.includes(ANY));

/** Targets of a Makefile and recipes of a justfile, with the variables that their lines name filled in. */
export function ruleTasks(text: string): ProjectTasks {
  const tasks: ProjectTasks = new Map();
  const values = new Map<string, string>();
  let open: ProjectTask[] = [];
  for (const line of text.replace(/\\\r?\n/g, ' ').split(/\r?\n/, MAX_LINES)) {
    if (/^[ \t]/.test(line)) {
      const run = filled(
        line
          .slice(0, MAX_LINE_CHARS)
          .trim()
          .replace(/^[@-]{1,2}/, ''),
        values,
      );
      if (run !== '' && !run.startsWith('#'))
        for (const task of open) if (task.runs.length < MAX_RUNS_KEPT) task.runs.push(run);
      continue;
    }
    const set = /^(?:export |override )?(\w{1,60}) ?(?:[:?]{0,3}=) ?(.{0,300})/.exec(line);
    // What a function of make comes to is not known here; mostly it is a list of files.
    if (set)
      values.set(set[1]!, /\$\(\w+ /.test(set[2]!) ? '' : set[2]!.trim().replace(/^(["'])(.*)\1$/, '$2'));
    const alias = /^alias ([\w-]{1,60}) ?:= ?([\w-]{1,60})/.exec(line);
    if (alias) tasks.set(alias[1]!, { runs: [], needs: [alias[2]!] });
    if (/^(?:-?s?include|import\??|mod\??)\s/.test(line)) tasks.set(ANY, { runs: [], needs: [] });
    if (set || alias || !/^@?[\w.]/.test(line)) continue;
    const colon = line.indexOf(':');
    if (colon < 0 || line[colon + 1] === '=') continue;
    const head = line.slice(0, colon);
    const [needs] = line.slice(colon + 1).split('#');
    const names = isRecipe(head) ? [head.replace(/^@/, '').split(' ', 1)[0]!] : head.trim().split(/ +/);
    open = names
      .slice(0, MAX_NAMES)
      .filter((name) => !name.startsWith('.'))
      .map((name) => {
        const task = tasks.get(name) ?? { runs: [], needs: [] };
        task.needs.push(...(needs!.slice(0, MAX_LINE_CHARS).match(/[\w.-]+/g) ?? []));
        tasks.set(name, task);
        return task;
      });
  }
  return tasks;
}

/** A recipe of a justfile has parameters, which a Makefile's targets do not: `test *args:`, `build target="x":`. */
const isRecipe = (head: string): boolean => /^@|[*+="']/.test(head);

const MAX_LINES = 3000;
/** Whoever wrote a file, what is kept of it is small: a variable may stand for many others. */
const MAX_LINE_CHARS = 500;
const MAX_RUNS_KEPT = 50;
const MAX_NAMES = 20;

/** `$(GO) test` with what `GO` was set to. */
const filled = (line: string, values: ReadonlyMap<string, string>): string =>
  line
    .replace(/\$[({](\w{1,60})[)}]|\{\{ ?(\w{1,60}) ?\}\}/g, (all, make, just) =>
      make === 'MAKE' ? 'make' : (values.get(make ?? just) ?? (just === undefined ? all : '')),
    )
    .slice(0, MAX_LINE_CHARS)
    .replace(/\$[({](\w{1,60})[)}]/g, (all, name) => values.get(name) ?? all)
    .slice(0, MAX_LINE_CHARS)
    .trim();

/** Tasks of a Taskfile.yml or a moon.yml: what stands below `tasks:`, by its indentation. */
export function yamlTasks(text: string): ProjectTasks {
  const tasks: ProjectTasks = new Map();
  const lines = text.split(/\r?\n/, MAX_LINES);
  const begin = lines.findIndex((line) => /^tasks:\s*$/.test(line));
  if (begin < 0) return tasks;
  if (lines.some((line) => /^includes:/.test(line))) tasks.set(ANY, { runs: [], needs: [] });
  let depth = 0;
  let open: ProjectTask | undefined;
  let section = '';
  for (const line of lines.slice(begin + 1)) {
    if (/^\s*(?:#|$)/.test(line)) continue;
    const indent = line.length - line.trimStart().length;
    if (indent === 0) break;
    depth ||= indent;
    const named = indent === depth ? /^\s+["']?([\w:.-]{1,80})["']?:(?= |$)(.*)$/.exec(line) : null;
    if (named) {
      open = { runs: scalarsIn(named[2]!), needs: [] };
      tasks.set(named[1]!, open);
      section = 'cmds';
    } else if (open && indent > depth) section = addYaml(open, line.trim(), section);
  }
  return tasks;
}

/** Adds what a line of a task says, and gives the key that the next lines belong to. */
function addYaml(task: ProjectTask, line: string, section: string): string {
  const {
    item,
    key,
    value = '',
  } = /^(?<item>- )?(?<key>[\w-]+):(?: (?<value>.*)|$)/.exec(line)?.groups ?? {};
  const within = key === undefined || item !== undefined ? section : key;
  const words = scalarsIn(key === undefined ? line.replace(/^- /, '') : value);
  if (key === 'task' || (within === 'deps' && (key === undefined || key === 'deps')))
    task.needs.push(...words.map((each) => each.replace(/^[\^~]?:/, '')));
  else if (RUNS.has(within) && (key === undefined || RUNS.has(key))) task.runs.push(...words);
  return within;
}

const RUNS: ReadonlySet<string> = new Set(['cmd', 'cmds', 'command', 'script']);

const scalarsIn = (value: string): string[] =>
  (/^\s*\[(.*)\]\s*$/.exec(value)?.[1]?.split(',') ?? [value])
    .map((each) => each.trim().replace(/^(["'])(.*)\1$/, '$2'))
    .filter((each) => each !== '' && !/^[|>][-+]?$/.test(each));

/** Tasks at a place of a TOML file: `tasks.test = "pytest"`, or a table with what it runs. */
export const tomlTasks = (text: string, ...at: string[]): ProjectTasks => tasksOf(found(tomlOf(text), at));

export const jsonTasks = (text: string, ...at: string[]): ProjectTasks => tasksOf(found(jsonOf(text), at));

export function ownPrograms(text: string): ProjectTasks {
  const data = jsonOf(text);
  const { bin, name } = isTable(data) ? data : {};
  if (isTable(bin)) return tasksOf(bin);
  return tasksOf(
    typeof bin === 'string' && typeof name === 'string' ? { [name.replace(/^.*\//, '')]: '' } : {},
  );
}

/** Programs that the hooks of a .pre-commit-config.yaml are called by or start. */
export const hooksIn = (text: string): ProjectTasks =>
  tasksOf(
    Object.fromEntries(
      [...text.matchAll(/^[ \t-]{0,40}(?:id|entry): {0,4}["']?([\w.-]{1,60})/gm)].map(([, name]) => [
        name,
        '',
      ]),
    ),
  );

function tomlOf(text: string): unknown {
  try {
    return parseToml(text);
  } catch {
    return undefined;
  }
}

/** Undefined where the file is broken, so that it speaks for and against nothing. */
function jsonOf(text: string): unknown {
  const errors: unknown[] = [];
  const data = parseJson(text, errors as never, { allowTrailingComma: true });
  return errors.length > 0 ? undefined : data;
}

/** What stands at a place; a `*` takes everything at its place together. */
function found(data: unknown, [name, ...rest]: readonly string[]): unknown {
  if (name === undefined || !isTable(data)) return name === undefined ? data : undefined;
  if (name !== '*') return Object.hasOwn(data, name) ? found(data[name], rest) : undefined;
  return Object.assign({}, ...Object.values(data).map((each) => found(each, rest) ?? {}));
}

const tasksOf = (data: unknown): ProjectTasks =>
  new Map(
    isTable(data)
      ? Object.entries(data)
          .slice(0, MAX_TASKS)
          .map(([name, task]) => [name, taskOf(task)])
      : [],
  );

const MAX_TASKS = 500;

/** A task in one of the forms that runners know: a line, a list, or a table with one of these. */
function taskOf(value: unknown): ProjectTask {
  if (!isTable(value)) return { runs: linesIn(value), needs: [] };
  const { run, cmd, cmds, command, commands, shell } = value;
  const needs = [value.depends, value['depends-on'], value.dependsOn].flatMap(namesIn);
  const runs = [run, cmd, cmds, command, commands, shell].flatMap(linesIn);
  return { runs, needs };
}

function linesIn(value: unknown): string[] {
  if (Array.isArray(value)) return value.flatMap(linesIn);
  if (isTable(value)) return linesIn(value.command ?? value.cmd);
  return typeof value === 'string' ? value.split('\n').flatMap((line) => line.trim() || []) : [];
}

const namesIn = (value: unknown): string[] =>
  (Array.isArray(value) ? value : [value]).flatMap((each) => {
    const name = isTable(each) ? (each.task ?? each.target) : each;
    return typeof name === 'string' ? [name.replace(/^[\^~]?:?/, '')] : [];
  });

const isTable = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
