import { unescaped } from '@sqrl/base/paths.ts';
import { isRecord, textOrNull } from '../reading/record.ts';

/** The path of a file's URI, as text or in its parts; null for other schemes. Of Windows a drive stands first, without a slash. */
export function pathOfUri(uri: unknown): string | null {
  if (typeof uri === 'string')
    return uri.startsWith('file://') ? withoutSlash(unescaped(uri.slice(7))) : null;
  if (!isRecord(uri) || (uri.scheme !== undefined && uri.scheme !== 'file')) return null;
  const path = textOrNull(uri.fsPath) ?? textOrNull(uri.path);
  return path === null || !/^(?:[\\/]|[a-z]:)/i.test(path) ? null : withoutSlash(path);
}

const withoutSlash = (path: string): string => (/^\/[a-z]:/i.test(path) ? path.slice(1) : path);
