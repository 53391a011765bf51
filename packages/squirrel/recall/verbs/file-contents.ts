import { join } from 'node:path';
import { foreignText } from '@sqrl/base/foreign-file.ts';
import { redactSync } from '@sqrl/base/redact/redact.ts';

/** Whatever is longer is not read whole by anybody. */
const MAX_FILE_BYTES = 400_000;

/** What a file of a project says, without secrets; undefined where it is no text, or lies elsewhere behind a link. */
export function contentOf(root: string, path: string): string | undefined {
  const text = foreignText(join(root, path), { maxBytes: MAX_FILE_BYTES, below: root });
  return text === undefined || text.includes('\0') || text.includes('\ufffd')
    ? undefined
    : redactSync(text).text;
}
