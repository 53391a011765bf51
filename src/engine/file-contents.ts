import { readFileSync, realpathSync, statSync } from 'node:fs';
import { join, sep } from 'node:path';
import { redactSync } from '../redact/redact.ts';

/** Whatever is longer is not read whole by anybody. */
const LARGE = 400_000;

/** What a file of a project says, without secrets; undefined where it is no text, or lies elsewhere behind a link. */
export function contentOf(root: string, path: string): string | undefined {
  try {
    const [top, file] = [realpathSync(root), realpathSync(join(root, path))];
    const found = statSync(file);
    if (!file.startsWith(top + sep) || !found.isFile() || found.size > LARGE) return undefined;
    const text = readFileSync(file, 'utf8');
    return text.includes('\0') || text.includes('\ufffd') ? undefined : redactSync(text).text;
  } catch {
    return undefined;
  }
}
