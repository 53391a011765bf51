export interface RepositoryPath {
  /** Below the repository with forward slashes, or the whole path where it lies outside. */
  path: string;
  outside: boolean;
}

/**
 * Places files in a repository of which `tops` are the root and all worktrees, whatever system wrote their paths. The
 * machine's own path module is no help here: a log of Windows may be read anywhere.
 */
export function placerIn(tops: readonly string[]): (path: string, cwd: string | null) => RepositoryPath {
  const known = tops
    .map((top) => comparable(wholePath(top, null)))
    .filter((top) => top.length > 0)
    // The innermost first: a worktree may lie in the main one.
    .sort((a, b) => b.length - a.length);
  return (path, cwd) => {
    const whole = wholePath(path, cwd);
    if (!isAbsolutePath(whole)) return { path: withoutWorktree(whole), outside: whole.startsWith('..') };
    const parts = comparable(whole);
    const top = known.find((each) => beginsWith(parts, each));
    if (top === undefined) return inSibling(whole, known) ?? { path: whole, outside: true };
    const rest = parts.length - top.length;
    return {
      path: rest === 0 ? '.' : withoutWorktree(whole.split('/').slice(-rest).join('/')),
      outside: false,
    };
  };
}

/**
 * A path with forward slashes and without detours, from the top where it or `cwd` tells where that is:
 * file URLs, `\\?\`, `\\wsl$\` and `~` are resolved, drive letters are capitals.
 */
export function wholePath(path: string, cwd: string | null): string {
  const plain = withoutForms(path);
  if (isAbsolutePath(plain) || cwd === null) return isHome(plain) ? plain : tidy(plain);
  const base = wholePath(cwd, null);
  if (isHome(plain)) {
    const home = HOME.exec(base)?.[0];
    return home === undefined ? plain : tidy(home + plain.slice(1));
  }
  if (!isDrive(base)) return tidy(`${base}/${plain}`);
  const given = plain.replaceAll('\\', '/');
  return tidy(given.startsWith('/') ? base.slice(0, 2) + given : `${base}/${given}`);
}

/** Whether a path of `wholePath` says where it begins. */
export const isAbsolutePath = (path: string): boolean => path.startsWith('/') || isDrive(path);

/** Whether a folder of `wholePath` is another one or lies below it, by their names. */
export const liesIn = (top: string, folder: string): boolean =>
  beginsWith(comparable(folder), comparable(top));

const beginsWith = (parts: readonly string[], top: readonly string[]): boolean =>
  top.length <= parts.length && top.every((part, i) => part === parts[i]);

/** A file in a worktree beside one of some repositories; undefined where it lies in none. */
function inSibling(whole: string, roots: readonly string[][]): RepositoryPath | undefined {
  const worktree = worktreeAround(whole);
  if (!worktree) return undefined;
  const root = comparable(worktree.root);
  return roots.some((each) => each.length === root.length && beginsWith(root, each))
    ? { path: whole.slice(worktree.top.length + 1) || '.', outside: false }
    : undefined;
}

/** A worktree, as far as the name of its folder tells. */
export interface NamedWorktree {
  /** The repository's own folder. */
  root: string;
  top: string;
}

/**
 * The worktree that a folder of `wholePath` lies in, where its name says so: `shop/.worktrees/fox`, `shop.worktrees/fox`.
 * The branch tells how long a name is that has slashes in it: `shop.worktrees/fix/cart`.
 */
export function worktreeAround(folder: string, branch?: string | null): NamedWorktree | undefined {
  const found = IN_WORKTREE.exec(folder);
  if (!found) return undefined;
  const [all, inside, beside, rest] = found as unknown as [string, string?, string?, string?];
  const name = branch && `${rest}/`.startsWith(`${branch}/`) ? branch : rest!.split('/', 1)[0]!;
  return { root: (inside ?? beside)!, top: all.slice(0, all.length - rest!.length) + name };
}

const isDrive = (path: string): boolean => /^[A-Za-z]:(\/|$)/.test(path);
const isHome = (path: string): boolean => path === '~' || path.startsWith('~/');

const HOME = /^(?:\/home\/[^/]+|\/Users\/[^/]+|\/root|[A-Za-z]:\/Users\/[^/]+)(?=\/|$)/;

/** Where agents keep worktrees inside a repository; they come and go, what is done in them is the repository's. */
const WORKTREE = /^(?:\.claude\/worktrees|\.worktrees)\/[^/]+(?:\/|$)/;
const IN_WORKTREE =
  /^(?:(.+?)\/(?:\.claude\/worktrees|\.worktrees)|(.*?\/[^/]+?)(?:__|\.)worktrees)\/([^/].*)$/;

const withoutWorktree = (path: string): string => path.replace(WORKTREE, '') || '.';

/** A path without the ways of writing that belong to one system or program. */
function withoutForms(path: string): string {
  let plain = path.normalize('NFC');
  const url = /^(?:file|vscode-remote):\/\/([^/]*)(\/.*)?$/i.exec(plain);
  if (url) {
    const share = /^file:/i.test(plain) && url[1] && !/^localhost$/i.test(url[1]) ? `//${url[1]}` : '';
    plain = share + unescaped(url[2] ?? '/');
  }
  if (/^[A-Za-z]:([\\/]|$)/.test(plain) || plain.startsWith('\\\\')) plain = plain.replaceAll('\\', '/');
  return plain
    .replace(/^\/\/[?.]\/UNC\//i, '//')
    .replace(/^\/\/[?.]\/(?=[A-Za-z]:)/, '')
    .replace(/^\/\/wsl(?:\$|\.localhost)\/[^/]+(?=\/|$)/i, '')
    .replace(/^\/(?=[A-Za-z]:(\/|$))/, '')
    .replace(/^[a-z]:(?=\/|$)/, (drive) => drive.toUpperCase());
}

/** A path of a URL without its escapes; as it stands where they are none. */
export function unescaped(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

function tidy(path: string): string {
  const start = path.startsWith('//') ? '//' : path.startsWith('/') ? '/' : '';
  const parts: string[] = [];
  for (const part of path.split('/')) {
    if (part === '' || part === '.') continue;
    const last = parts.at(-1);
    if (part !== '..') parts.push(part);
    else if (last !== undefined && last !== '..' && !(parts.length === 1 && isDrive(last))) parts.pop();
    else if (start === '' && !(last !== undefined && isDrive(last))) parts.push(part);
  }
  return start + parts.join('/') || (start === '' ? '.' : start);
}

/** The steps of a path by which two names of one file are seen to be the same. */
function comparable(whole: string): string[] {
  const same = whole
    .replace(/^\/(?:mnt|cygdrive)\/([A-Za-z])(?=\/|$)/, '$1:')
    .replace(/^\/([A-Za-z])(?=\/|$)/, '$1:')
    .replace(/^\/private(?=\/(?:var|tmp|etc)(\/|$))/, '');
  // Windows does not tell capitals from small letters.
  return (isDrive(same) || same.startsWith('//') ? same.toLowerCase() : same)
    .split('/')
    .filter((part) => part !== '');
}
