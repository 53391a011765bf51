import type { TouchWay } from '../model/event.ts';
import { FORMATTERS } from './shell-formatters.ts';
import { isFile, operands } from './shell-operands.ts';
import type { ShellWord } from './shell-steps.ts';

/** What a program did with a file. */
interface ShellFileChange {
  path: string;
  way: Extract<TouchWay, 'edit' | 'write' | 'delete'>;
}

/** The files that a program changes which was called so, and which went well. */
export function changesOf(words: readonly ShellWord[]): ShellFileChange[] {
  const [name, ...args] = withoutWrappers(words);
  // What the shell fills in may be anything, also an option.
  if (!name || args.some(({ plain }) => !plain)) return [];
  return changesBy(
    name.text.replace(/^.*\//, ''),
    args.map(({ text }) => text),
  );
}

function changesBy(name: string, args: readonly string[]): ShellFileChange[] {
  const program = PROGRAMS[name];
  if (program) return program(args);
  const formatter = FORMATTERS[name];
  return formatter ? changed(formatter(args)?.filter(isFile), 'edit') : [];
}

const PROGRAMS: Record<string, (args: readonly string[]) => ShellFileChange[]> = {
  rm: removed,
  unlink: (args) => changed(operands(args, /^$/), 'delete'),
  mv: moved,
  cp: copied,
  tee: (args) => changed(operands(args, /^-[ai]+$|^--append$/), args.some(isAppend) ? 'edit' : 'write'),
  sed: streamed,
  gsed: streamed,
  perl: perled,
  patch: (args) => changed(operands(args, /^-(?:p\d+|[sNfR])$/)?.slice(0, 1), 'edit'),
  truncate: (args) => changed(operands(args, /^--size=\S+$/, /^-s$/), 'edit'),
  git,
};

/** The names of all programs that may change a file here. */
export const CHANGERS = [...Object.keys(PROGRAMS), ...Object.keys(FORMATTERS)];

const isAppend = (arg: string): boolean => /^-\w*a|^--append$/.test(arg);

const changed = (paths: readonly string[] | undefined, way: ShellFileChange['way']): ShellFileChange[] =>
  (paths ?? []).map((path) => ({ path, way }));

function removed(args: readonly string[]): ShellFileChange[] {
  const paths = operands(args, /^-[rRfiv]+$|^--(?:force|recursive|verbose)$/);
  // It may have been a folder, or not there at all: only what reads like a file is taken for one.
  const isLax = args.some((arg) => /^-\w*[rRf]|^--(?:recursive|force)$/.test(arg));
  return changed(isLax ? paths?.filter(isFile) : paths, 'delete');
}

function moved(args: readonly string[]): ShellFileChange[] {
  return pairs(operands(args, /^-[fv]+$|^--(?:force|verbose)$/)).flatMap(
    ({ from, to }): ShellFileChange[] => [
      { path: from, way: 'delete' },
      ...(to === undefined ? [] : [{ path: to, way: 'write' as const }]),
    ],
  );
}

function copied(args: readonly string[]): ShellFileChange[] {
  return pairs(operands(args, /^-[fpv]+$|^--(?:force|verbose)$/)).flatMap(({ to }) =>
    to === undefined ? [] : [{ path: to, way: 'write' as const }],
  );
}

/** Each file and what it is called where it goes; undefined where that may be a folder. */
function pairs(paths: readonly string[] = []): { from: string; to: string | undefined }[] {
  const target = paths.at(-1);
  const files = paths.slice(0, -1);
  if (target === undefined || !files.every(isFile)) return [];
  const isFolder = files.length > 1 || /(?:^|\/)\.{0,2}$/.test(target);
  return files.map((from) => ({
    from,
    to: isFolder
      ? `${target.replace(/\/$/, '')}/${from.replace(/^.*\//, '')}`
      : isFile(target)
        ? target
        : undefined,
  }));
}

/** `sed -i 's/a/b/' FILE…`; on a Mac `-i` is followed by the ending of a copy, mostly an empty one. */
function streamed(args: readonly string[]): ShellFileChange[] {
  const inPlace = args.findIndex((arg) => /^-[nErsz]*i/.test(arg) || /^--in-place(?:=|$)/.test(arg));
  if (inPlace < 0) return [];
  const rest = args.filter((arg, i) => i !== inPlace && !(i === inPlace + 1 && arg === ''));
  const paths = operands(
    rest,
    /^-[nErsz]+$|^--(?:regexp-extended|quiet|silent)$/,
    /^-[nErsz]*[ef]$|^--(?:expression|file)$/,
  );
  const isScripted = rest.some((arg) => /^-[nErsz]*[ef]$|^--(?:expression|file)$/.test(arg));
  return changed(isScripted ? paths : paths?.slice(1), 'edit');
}

/** `perl -pi -e 's/a/b/' FILE…`. */
function perled(args: readonly string[]): ShellFileChange[] {
  const isInPlace = args.some((arg) => /^-[0-9a-z]*i(?:\.\w+|[pne]*)$/.test(arg));
  const code = args.findIndex((arg) => /^-[0-9a-zA-Z]*e$/.test(arg));
  if (!isInPlace || code < 0) return [];
  const rest = args.filter((_, i) => i !== code && i !== code + 1);
  // Of what it cannot open it only complains.
  return changed(operands(rest, /^-[0-9a-zA-Z]*(?:\.\w+)?$/)?.filter(isFile), 'edit');
}

function git([verb, ...args]: readonly string[]): ShellFileChange[] {
  if (args.some((arg) => arg.startsWith(':'))) return [];
  switch (verb) {
    case 'rm':
      return changed(operands(args, /^-[fqr]+$|^--(?:force|quiet)$/)?.filter(isFile), 'delete');
    case 'mv':
      return moved(args);
    case 'restore':
      return changed(
        operands(args, /^-[qW]$|^--(?:worktree|quiet|source=\S+)$/, /^-s$|^--source$/)?.filter(isFile),
        'edit',
      );
    case 'checkout': {
      // Without the dashes it may be the name of a branch.
      const dashes = args.indexOf('--');
      const before = args.slice(0, Math.max(dashes, 0)).filter((arg) => arg !== '-q' && arg !== '--quiet');
      const isPlain = dashes >= 0 && before.length <= 1 && !before[0]?.startsWith('-');
      return isPlain ? changed(args.slice(dashes + 1).filter(isFile), 'edit') : [];
    }
    default:
      return [];
  }
}

/** What only starts the program that is meant, with its own options; a wrapper with others than these is left alone. */
const WRAPPERS =
  /^(?:(?:\w+=\S* )*(?:sudo|time|nohup|command|rtk|timeout \d+[smh]?|(?:npx|bunx)(?: (?:-y|--yes|--no-install|--bun))*|bun x|(?:pnpm|npm|yarn) (?:exec|dlx)(?: --)?|(?:uv|poetry|pipenv) run|uvx|bundle exec|python3? -m) )*(?:\w+=\S* )*/;

function withoutWrappers(words: readonly ShellWord[]): readonly ShellWord[] {
  const line = words.map(({ text }) => (/\s/.test(text) || text === '' ? '_' : text)).join(' ');
  const [wrapper = ''] = WRAPPERS.exec(`${line} `) ?? [];
  return words.slice(wrapper.split(' ').length - 1);
}
