import { unescaped } from '@sqrl/base/paths.ts';
import { isRecord, textOrNull } from './record.ts';

export function pathIn(folder: string | null, path: string): string {
  if (path.startsWith('file://')) return plainPath(path);
  if (folder === null || folder === '' || isAbsolute(path)) return path;
  const slash = folder.includes('\\') ? '\\' : '/';
  return folder.endsWith(slash) ? folder + path : folder + slash + path;
}

const isAbsolute = (path: string): boolean => /^([/\\]|[a-zA-Z]:[/\\]|~)/.test(path);

/** A path as some clients write it: plain, or as a `file:` URL. */
export function plainPath(path: string): string {
  if (!path.startsWith('file://')) return path;
  const rest = unescaped(path.slice('file://'.length));
  if (/^\/[a-zA-Z]:/.test(rest)) return rest.slice(1);
  // What stands before the first slash is a machine's name.
  return rest.startsWith('/') ? rest : `//${rest}`;
}

/** The path of a file's URI, as text or in its parts; null for other schemes. Of Windows a drive stands first, without a slash. */
export function pathOfUri(uri: unknown): string | null {
  if (typeof uri === 'string')
    return uri.startsWith('file://') ? withoutSlash(unescaped(uri.slice(7))) : null;
  if (!isRecord(uri) || (uri.scheme !== undefined && uri.scheme !== 'file')) return null;
  const path = textOrNull(uri.fsPath) ?? textOrNull(uri.path);
  return path === null || !/^(?:[\\/]|[a-z]:)/i.test(path) ? null : withoutSlash(path);
}

const withoutSlash = (path: string): string => (/^\/[a-z]:/i.test(path) ? path.slice(1) : path);
