import type { RawTouch } from '@sqrl/base/model/reader.ts';
import type { RepositoryPath } from '@sqrl/base/paths.ts';
import { type FileWrite, writesOf } from '@sqrl/base/shell/file-writes.ts';
import { type Invocation, invocationsOf, programName } from '@sqrl/base/shell/invocations.ts';
import { safePath } from './names.ts';

/**
 * The files that a command line changed which ended well, as far as it names them. What is left to the shell, may not have
 * been run, or was run elsewhere gives nothing.
 */
export function filesChangedByCommand(command: string): RawTouch[] {
  const line = command.slice(0, MAX_COMMAND_CHARS);
  if (!MAY_CHANGE.test(line) || MAYBE_NOT_RUN.test(line)) return [];
  const calls = invocationsOf(line);
  const moves = calls.some(({ program }) => program === 'cd');
  const touches = new Map<string, RawTouch>();
  for (const { path, how } of calls.filter(isHere).flatMap(fileWrites)) {
    // Where a log tells the folder of a step, that may be the one in which it ended.
    if (!isName(path) || (moves && !/^[/~]/.test(path))) continue;
    // Its last word may be half a word.
    if (line.length === MAX_COMMAND_CHARS && line.endsWith(path)) continue;
    touches.set(`${how} ${path}`, { path, way: WAYS[how], lines: null });
  }
  return [...touches.values()].slice(0, MAX_FILES);
}

const WAYS = { create: 'write', change: 'edit', delete: 'delete' } as const;

/** So much of a command is kept: what stood behind is not known. */
export const MAX_COMMAND_CHARS = 2000;
const MAX_FILES = 64;

/** Most command lines change no file; to see that is cheap. */
const MAY_CHANGE =
  />|\b(?:rm|unlink|mv|cp|ln|tee|sponge|truncate|touch|sed|gsed|perl|patch|dd|curl|wget|install)\b|--(?:write|fix|in-place)\b|\b(?:format|fmt)\b|\b(?:clang-format|gofmt|goimports|shfmt|yapf|autopep8|rustfmt|black|isort|swiftformat|ktlint)\b/;

/** In a condition, in a loop, or where something else failed. */
const MAYBE_NOT_RUN =
  /(?:^|[;&|\n({]\s{0,40})(?:if|for|while|until|case|select|function|exit|return|exec|eval|trap|pushd|popd|chdir)\b|\|\||\w\s{0,3}\(\)\s{0,3}\{/;

/** Not in a container or on another machine. */
const isHere = ({ via }: Invocation): boolean =>
  via === undefined ||
  (!/^(?:docker|docker-compose|podman|kubectl|ddev|ssh)$/.test(programName(via.program)) && isHere(via));

/** A copy or a fixer may be given folders and values of options: only what reads like a file is taken for one. */
function fileWrites(call: Invocation): FileWrite[] {
  if (isOnlyShown(call)) return [];
  const redirected = new Set(call.redirects.map(({ path }) => path));
  return writesOf(call).filter(
    ({ path }) => FILE.test(path) || [...redirected].some((each) => path.endsWith(each)),
  );
}

const FILE = /(?:^|\/)(?:[^/]*[^/.]\.[A-Za-z]\w{0,9}|[A-Z]\w*file|\.[a-z]\w+)$/;

/** A formatter that only says what it would do, or takes a file out of git alone. */
const isOnlyShown = ({ program, args }: Invocation): boolean =>
  args.some((arg) => /^--(?:check|diff|dry-run|list-different|cached|staged)$/.test(arg)) ||
  (/^(?:gofmt|goimports|shfmt|clang-format)$/.test(programName(program)) &&
    !args.some((arg) => /^-[wi]$/.test(arg)));

/** Whether this can be the name of a file that a person works on: what a run has said, put aside to be looked at, is not. */
const isName = (path: string): boolean =>
  path.length <= 1000 &&
  !/[\\\n\0*?{}$`…]|^-|^~(?!\/)|\/$|(?:^|\/)\.{1,2}$|^\/(?:dev|proc)\//.test(path) &&
  !/^\/(?:private\/)?tmp\/[^/]+$|\.(?:log|out|err|tmp|pid)$/.test(path);

/**
 * The folder that a command line works in: where it begins, or where it goes first. Below the repository, or the whole
 * path outside it; null for the repository itself.
 */
export function folderOf(command: string | null, place: (path: string) => RepositoryPath): string | null {
  if (command === null) return null;
  const begun = place('.');
  const to = GOES_FIRST.exec(command)?.groups?.to?.replace(/^(["'])(.*)\1$/, '$2');
  // A client may tell the folder as it was afterwards, with the step already taken.
  const taken = to === undefined || to === '.' || /[$`*]/.test(to) || `/${begun.path}`.endsWith(`/${to}`);
  const { path } = taken ? begun : place(safePath(to));
  return path === '.' || path === '' ? null : safePath(path).replace(/\/$/, '');
}

const GOES_FIRST = /^\s*(?:set -\w+\s*(?:;|&&)\s*)?cd\s+(?<to>"[^"\n]+"|'[^'\n]+'|[^\s;&|]+)\s*(?:&&|;|\n)/;
