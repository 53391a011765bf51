import { contentWords } from '../../../base/text/content-words.ts';
import { typedWords } from '../../../base/text/own-words.ts';
import type { ObservedStep } from '../signal.ts';
import { statementsIn } from '../statements/statement.ts';

/** A task of a session, as far as its steps tell. */
interface ObservedTask {
  episode: string;
  /** In the person's words; empty where they say too little. */
  title: string;
  at: number;
  /** Of the prompt. */
  prompt: string;
  /** Files that were changed for it, and how often. */
  files: Map<string, number>;
  branch: string | null;
  tainted: boolean;
}

export type Tasks = Map<string, ObservedTask>;

/** Of a very long session the first tasks are let go. */
const MAX_TASKS = 40;
const MAX_FILES = 60;

/** Adds a step to the tasks of a session. */
export function seeTask(tasks: Tasks, step: ObservedStep): void {
  if (step.episode === null) return;
  const task = tasks.get(step.episode);
  if (step.kind === 'prompt' && step.agent === null && (task === undefined || task.title === '')) {
    const title = titleOf(step.text);
    if (task) Object.assign(task, { title, prompt: step.id });
    else tasks.set(step.episode, begun(step, title));
    if (tasks.size > MAX_TASKS) tasks.delete(tasks.keys().next().value!);
    return;
  }
  if (!task || step.kind !== 'result' || step.outcome !== 'ok') return;
  for (const { path, way, outside } of step.files) {
    if (outside || !CHANGES.has(way) || NO_CODE.test(path)) continue;
    if (task.files.has(path) || task.files.size < MAX_FILES)
      task.files.set(path, (task.files.get(path) ?? 0) + 1);
    task.tainted ||= step.tainted;
  }
}

const begun = (step: ObservedStep, title: string): ObservedTask => ({
  episode: step.episode!,
  title,
  at: step.at,
  prompt: step.id,
  files: new Map(),
  branch: step.branch,
  tainted: step.tainted,
});

const CHANGES: ReadonlySet<string> = new Set(['edit', 'write', 'delete']);
const NO_CODE =
  /(?:^|\/)(?:change(?:s|log)|todo)[^/]*$|\.(?:lock|snap|log|tmp)$|(?:^|\/)package-lock\.json$/i;

/** The first sentence that says what is to be done, short enough to be told. */
function titleOf(prompt: string): string {
  const words = typedWords(prompt).replace(/^Implement the plan:\s*/i, '');
  const line = words
    .split('\n')
    .map((each) => each.replace(/^\s*(?:[-*#>]+|\d+[.)])\s*/, '').trim())
    .find((each) => contentWords(each).size >= MIN_WORDS);
  if (line === undefined || /^(?:\/|<|@\S+$)/.test(line)) return '';
  const sentence = line.split(/(?<=[.!?])\s/)[0]!.replace(/[.:;,\s]+$/, '');
  const title = contentWords(sentence).size >= MIN_WORDS ? sentence : line;
  // A standing wish is no task: told as one, it would still be told when another has taken its place.
  if (
    statementsIn(title, { stopped: false }).some(({ once, kind, key }) => !once && (key || kind === 'wish'))
  )
    return '';
  return title.length <= MAX_TITLE_CHARS
    ? title
    : `${title.slice(0, title.lastIndexOf(' ', MAX_TITLE_CHARS))}…`;
}

const MIN_WORDS = 3;
const MAX_TITLE_CHARS = 120;

/** Files by how much was done in them. */
export const mostChanged = (files: ReadonlyMap<string, number>): string[] =>
  [...files].sort(([a, x], [b, y]) => y - x || (a < b ? -1 : 1)).map(([path]) => path);

/** `a.ts`, `b.ts` and 3 more files. */
export function fileList(files: readonly string[], shown: number): string {
  const named = files.slice(0, shown).map((file) => `\`${file}\``);
  const rest = files.length - named.length;
  const more = rest > 0 ? [`${rest} more ${rest === 1 ? 'file' : 'files'}`] : [];
  const all = [...named, ...more];
  return all.length < 2 ? (all[0] ?? '') : `${all.slice(0, -1).join(', ')} and ${all.at(-1)}`;
}
