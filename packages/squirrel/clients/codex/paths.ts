import { unescaped } from '@sqrl/base/paths.ts';

/** A path as Codex writes it: plain, or as a `file:` URL. */
export function plainPath(path: string): string {
  if (!path.startsWith('file://')) return path;
  const rest = unescaped(path.slice('file://'.length));
  if (/^\/[a-zA-Z]:/.test(rest)) return rest.slice(1);
  // What stands before the first slash is a machine's name.
  return rest.startsWith('/') ? rest : `//${rest}`;
}
