import { lstatSync } from 'node:fs';
import { join } from 'node:path';
import { dirname } from 'node:path/posix';
import { foreignText } from '@sqrl/base/foreign-file.ts';
import ignore, { type Ignore } from 'ignore';

/** Rules of a folder and of those around it, outermost first. */
export type Rules = readonly { folder: string; rules: Ignore }[];

/** Whether `.sqrlignore` or an attribute of git's leaves a path out, in whichever folder above it that is said. */
export function ignoreRules(root: string, paths: readonly string[]): (path: string) => boolean {
  const known = new Map<string, Rules>();
  const rulesOf = (folder: string): Rules => {
    const cached = known.get(folder);
    if (cached) return cached;
    const above = folder === '' ? [] : rulesOf(parentOf(folder));
    const here = [...attributesIn(root, folder), ...ignoreRulesIn(root, folder, '.sqrlignore')];
    const rules = here.length === 0 ? above : [...above, ...here];
    known.set(folder, rules);
    return rules;
  };
  const folders = new Set(paths.map(parentOf));
  return [...folders].every((folder) => rulesOf(folder).length === 0)
    ? () => false
    : (path) => rulesSay(rulesOf(parentOf(path)), path);
}

/** The rules that a file in a folder states in the manner of `.gitignore`; none where there is no such file. */
export function ignoreRulesIn(root: string, folder: string, name: string): Rules {
  const text = textOf(root, join(folder, name));
  return text === undefined ? [] : [{ folder, rules: ignore().add(text) }];
}

/** What rules say about a path; the innermost that says anything counts. A folder's path ends in a slash. */
export function rulesSay(rules: Rules, path: string): boolean {
  for (const { folder, rules: own } of rules.toReversed()) {
    const { ignored, unignored } = own.test(folder === '' ? path : path.slice(folder.length + 1));
    if (ignored || unignored) return ignored;
  }
  return false;
}

/** What `.gitattributes` calls generated or vendored, as GitHub's linguist reads it. */
function attributesIn(root: string, folder: string): Rules {
  const text = textOf(root, join(folder, '.gitattributes'));
  if (!text?.includes('linguist-')) return [];
  const lines = text.split(/\r?\n/).flatMap((line) => {
    const [pattern, ...attributes] = line.trim().split(/\s+/);
    const said = attributes.findLast((attribute) =>
      /^[-!]?linguist-(?:generated|vendored)\b/.test(attribute),
    );
    if (!pattern || pattern.startsWith('#') || !said) return [];
    return [/^[-!]|=false$/.test(said) ? `!${pattern}` : pattern];
  });
  return [{ folder, rules: ignore().add(lines) }];
}

const parentOf = (path: string): string => (path.includes('/') ? dirname(path) : '');

/** Looking first is cheap, opening is not: in a repository of ten thousand folders nearly none has rules. */
const textOf = (root: string, path: string): string | undefined =>
  lstatSync(join(root, path), { throwIfNoEntry: false })
    ? foreignText(join(root, path), { maxBytes: MAX_BYTES, below: root })
    : undefined;

const MAX_BYTES = 1_000_000;
