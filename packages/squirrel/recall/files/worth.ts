import { isTest } from './paths.ts';
import type { PastChange } from './work.ts';

/**
 * What a file is worth to a task by its kind, 0 to 1: tests, prose, data and declarations less than code, unless the task
 * asks for them or the sessions of the project change them often. Commits do not tell: they carry them along.
 */
export function worthFor(task: string, work: readonly PastChange[]): (path: string) => number {
  const title = task.trimStart().split('\n', 1)[0]!.slice(0, MAX_TITLE_CHARS);
  const inSessions = work.flatMap(({ isCommit, changed }) => (isCommit ? [] : changed));
  const worthOf = (isKind: (path: string) => boolean, asked: RegExp): number => {
    if (asked.test(title)) return 1;
    const share = inSessions.filter(isKind).length / Math.max(1, inSessions.length);
    return Math.min(1, Math.max(BESIDE_CODE, share / OFTEN));
  };
  const test = worthOf(isTest, ASKS_FOR_TESTS);
  const prose = worthOf(isProse, ASKS_FOR_PROSE);
  return (path) => Math.min(isTest(path) ? test : 1, isProse(path) ? prose : 1);
}

/** Whether a file is no code: prose, templates, data, settings, declarations, examples. */
const isProse = (path: string): boolean => ENDINGS.test(path) || FOLDERS.test(path) || NAMES.test(path);

const ENDINGS =
  /\.(?:md|mdx|rst|txt|adoc|po|html?|css|s[ac]ss|less|jsonc?|ya?ml|toml|ini|cfg|xml|lock|svg|csv|snap|ipynb|pyi|d\.[cm]?ts)$/i;
const FOLDERS =
  /(?:^|\/)(?:docs?|docs_src|examples?|samples?|demos?|tutorials?|galler(?:y|ies)|website|(?:asv_)?bench(?:marks?)?|\.[\w-]+)\//i;
const NAMES = /(?:^|\/)(?:AUTHORS|CHANGE(?:S|LOG)|CONTRIBUTING|COPYING|LICENSE|NEWS|NOTICE|README)$/;

/** What is asked for stands in the first line; further down much is only spoken of. */
const MAX_TITLE_CHARS = 300;
const ASKS_FOR_TESTS =
  /\b(?:add|write|extend|update|improve|cover|more|missing|failing|flaky|broken)\b[^.\n]{0,40}\b(?:tests?|specs?|coverage|fixtures?|snapshots?)\b/i;
const ASKS_FOR_PROSE =
  /\b(?:add|write|extend|update|improve|correct|fix|rewrite|translate|polish|restyle|mention|typos?)\b[^.\n]{0,40}\b(?:docs?|documentation|readme|changelog|guide|tutorial|examples?|css|styles?|styling|markdown|config(?:uration)?|workflow|translations?)\b/i;
const BESIDE_CODE = 0.4;
/** A share of what sessions change. */
const OFTEN = 0.1;
