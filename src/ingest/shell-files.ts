import type { RawTouch } from '../model/reader.ts';
import { isFile } from './shell-operands.ts';
import { CHANGERS, changesOf } from './shell-programs.ts';
import { type ShellStep, shellSteps } from './shell-steps.ts';

/**
 * The files that a command line changed which ended well, as far as it names them beyond doubt. Whatever is left to the
 * shell, or may not have been run, or may have been run elsewhere, gives nothing.
 */
export function filesChangedByCommand(command: string): RawTouch[] {
  const line = command.length > MAX_COMMAND_CHARS ? command.slice(0, MAX_COMMAND_CHARS) : command;
  if (!mayChangeFiles(line)) return [];
  const steps = shellSteps(line) ?? [];
  // What stands after these was perhaps never run, or more than once.
  if (steps.some(({ words }) => CONTROL.has(words[0]?.text ?? ''))) return [];
  // Its last word may be half a word.
  if (line.length === MAX_COMMAND_CHARS && steps.at(-1)?.joint === 'end') steps.pop();
  const touches = new Map<string, RawTouch>();
  const { ran, wentWell } = certaintyOf(steps);
  const moves = steps.some(({ words }) => MOVES.has(words[0]?.text ?? ''));
  let folder: string | undefined;
  steps.forEach((step, i) => {
    const [name, to, more] = step.words;
    if (name && MOVES.has(name.text)) {
      const isPlain = name.text === 'cd' && to?.plain === true && !more;
      folder = isPlain && wentWell[i] && !inPipe(steps, i) ? within(folder, to.text) : undefined;
      return;
    }
    const changes = [
      ...(ran[i] ? step.writes : []).flatMap(({ to, append }) =>
        // Where it went on all the same, only a folder would have kept the shell from writing.
        to.plain && (wentWell[i] || isFile(to.text))
          ? [{ path: to.text, way: append ? ('edit' as const) : ('write' as const) }]
          : [],
      ),
      ...(wentWell[i] ? changesOf(step.words) : []),
    ];
    for (const { path, way } of changes) {
      // Where a log tells the folder of a step, that may be the one in which it ended.
      const whole = folder === undefined && !moves ? path : within(folder, path);
      if (whole === undefined || !isName(path)) continue;
      touches.set(`${way} ${whole}`, { path: whole, way, lines: null });
    }
  });
  return [...touches.values()].slice(0, MAX_FILES);
}

/** Whether a command line may change any file at all. Most change none; to see that is cheap. */
const mayChangeFiles = (command: string): boolean => MAY_CHANGE.test(command);

/** Readers cut a command there: what stood behind is not known. */
const MAX_COMMAND_CHARS = 2000;
const MAX_FILES = 64;

/** What a program must be told, somewhere behind its name, before it changes a file. */
const ONLY_WITH: Record<string, string> = {
  git: '\\b(?:rm|mv|restore|checkout)\\b',
  sed: '-[nErsz]*i',
  gsed: '-[nErsz]*i',
  perl: '-[0-9a-z]*i',
};

const MAY_CHANGE = new RegExp(
  `>(?!&(?:\\d+|-)(?:$|[\\s;&|)])| ?/dev/null(?:$|[\\s;&|)]))|(?<![\\w.-])(?:${CHANGERS.map((name) =>
    ONLY_WITH[name] ? `${name}(?![\\w-])(?=[^]*${ONLY_WITH[name]})` : name,
  ).join('|')})(?![\\w-])`,
);

const CONTROL = new Set(
  'if then elif else fi for while until do done case esac select function { } ! [[ exit return exec eval trap'.split(
    ' ',
  ),
);
const MOVES = new Set(['cd', 'pushd', 'popd', 'chdir']);

/** What was certainly run, and what certainly went well, when the whole did. */
function certaintyOf(steps: readonly ShellStep[]): { ran: boolean[]; wentWell: boolean[] } {
  const wentWell = steps.map(() => false);
  const ran = steps.map((_, i) => i === 0 || /^[;&]$/.test(steps[i - 1]!.joint));
  // From the end on, as far back as each had to go well for the next to be run.
  for (let i = steps.length - 1, isCertain = steps[i]?.joint === 'end'; i >= 0 && isCertain; i--) {
    const isOther = steps[pipeStart(steps, i) - 1]?.joint === '||';
    wentWell[i] = !isOther && steps[i]!.joint !== '|';
    ran[i] ||= !isOther;
    isCertain = i > 0 && (steps[i - 1]!.joint === '&&' || steps[i - 1]!.joint === '|');
  }
  for (let i = 1; i < steps.length; i++) if (steps[i - 1]!.joint === '|' && ran[i - 1]) ran[i] = true;
  return { ran, wentWell };
}

function pipeStart(steps: readonly ShellStep[], i: number): number {
  let start = i;
  while (steps[start - 1]?.joint === '|') start--;
  return start;
}

/** A change of folder in a pipe is that step's alone. */
const inPipe = (steps: readonly ShellStep[], i: number): boolean =>
  steps[i]!.joint === '|' || steps[i - 1]?.joint === '|';

/** A path seen from a folder that is known from its top; undefined where it is not. */
function within(folder: string | undefined, path: string): string | undefined {
  if (/^[/~]/.test(path)) return path;
  return folder === undefined || path === '-' ? undefined : `${folder}/${path}`;
}

/** Whether this can be the name of a file that a person works on: what a run has said, put aside to be looked at, is not. */
const isName = (path: string): boolean =>
  path !== '' &&
  path.length <= 1000 &&
  !/[\\\n\0]|^-|\/$|(?:^|\/)\.{1,2}$|^\/(?:dev|proc)\//.test(path) &&
  !/^\/(?:private\/)?tmp\/[^/]+$|\.(?:log|out|err|tmp|pid)$/.test(path);
