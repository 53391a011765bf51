import { existsSync } from 'node:fs';
import { basename } from 'node:path';
import { isAbsolutePath, type RepositoryPath, wholePath } from '@sqrl/base/paths.ts';

/**
 * Places paths of a history that was recorded on another machine, where the repository lay in a folder of the same name:
 * `/Users/ann/shop/api` is `api` of a `shop` that lies here. Undefined for paths that may mean something on this machine.
 */
export function otherMachine(root: string | undefined): (path: string) => RepositoryPath | undefined {
  const name = root === undefined ? '' : plainName(basename(root));
  if (name.length < MIN_NAME_CHARS || GENERAL.has(name) || !existsSync(root!)) return () => undefined;
  return (path) => {
    const whole = wholePath(path, null);
    if (!isAbsolutePath(whole) || SYSTEM.test(whole)) return undefined;
    const parts = whole.split('/');
    const found = parts.flatMap((part, i) =>
      i >= firstFolder(whole) && plainName(part) === name ? [i] : [],
    );
    const at = found[0];
    // Nothing tells which of two it is, and a hidden folder has copies and caches.
    if (at === undefined || found.length > 1 || parts.slice(0, at).some((part) => part.startsWith('.')))
      return undefined;
    if (existsSync(parts.slice(0, at + 1).join('/'))) return undefined;
    return { path: parts.slice(at + 1).join('/') || '.', outside: false };
  };
}

/** Whose home it is says nothing of a repository. */
export const firstFolder = (whole: string): number => (/^(?:[A-Z]:)?\/(?:home|Users)\//.test(whole) ? 3 : 1);

/** `league_analyzer` and `League-Analyzer` are one name. */
const plainName = (name: string): string => name.toLowerCase().replace(/[-_. ]+/g, '');

const MIN_NAME_CHARS = 3;

/** Names of folders inside of many repositories. */
const GENERAL: ReadonlySet<string> = new Set(
  'src app apps api web www code dev work repo project projects server client backend frontend test tests main lib packages docs site'.split(
    ' ',
  ),
);

/** Where programs are installed and served from, not worked on. */
const SYSTEM = /^\/(?:var|opt|usr|srv|etc|tmp|private|proc|sys|dev|Applications|Library|System)\//;
