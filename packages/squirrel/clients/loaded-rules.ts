import { realpathSync, statSync } from 'node:fs';
import { basename, dirname, resolve, sep } from 'node:path';
import { foreignText } from '@sqrl/base/foreign-file.ts';
import type { RuleFiles } from './client.ts';
import { MAX_RULE_FILES, ruleFilesAt } from './files-like.ts';

export interface RulePlaces {
  /** The project's folder; none outside of one. */
  root: string | undefined;
  /** The folder of the client's own files; none where it is not known. */
  home: string | undefined;
}

/** The files a client hands to its agent at the start of a session: its rule files, what they are links to, and what they import. */
export function loadedFiles(rules: RuleFiles, { root, home }: RulePlaces): string[] {
  const first = [
    ...(root === undefined ? [] : ruleFilesAt(root, rules.project)),
    ...(home === undefined ? [] : ruleFilesAt(home, rules.personal)),
  ].filter(isFile);
  return rules.imports ? withImports(first) : first.map(realPath);
}

/** Tells which files a client hands to its agent; files of a folder count where it reads them once its agent works there. */
export function loadsByItself(rules: RuleFiles, places: RulePlaces): (path: string) => boolean {
  const { root } = places;
  const loaded = new Set(loadedFiles(rules, places));
  return (path) =>
    loaded.has(realPath(path)) ||
    (rules.whereItWorks === true &&
      root !== undefined &&
      path.startsWith(root + sep) &&
      rules.anyFolder.includes(basename(path)) &&
      isFile(path));
}

/** Some files and those that they import, each once; clients follow imports five deep. */
function withImports(first: readonly string[]): string[] {
  const found = new Set<string>();
  let next = first.map(realPath);
  for (let depth = 0; depth <= MAX_DEPTH && next.length > 0; depth++) {
    const fresh = next.filter((path) => !found.has(path)).slice(0, MAX_RULE_FILES);
    for (const path of fresh) found.add(path);
    next = fresh.flatMap((path) =>
      importsIn(foreignText(path, { maxBytes: MAX_BYTES }) ?? '')
        .map((name) => resolve(dirname(path), name))
        .filter(isFile)
        .map(realPath),
    );
  }
  return [...found];
}

const MAX_DEPTH = 5;
const MAX_BYTES = 2 ** 20;
const MAX_IMPORTS = 100;

/** What a rule file imports: `@docs/style.md`, but not inside code. */
export function importsIn(text: string): string[] {
  const found: string[] = [];
  let isCode = false;
  for (const line of text.split('\n')) {
    if (/^\s{0,3}(?:```|~~~)/.test(line)) isCode = !isCode;
    else if (!isCode && line.includes('@')) {
      const prose = line.replace(/`[^`]*`/g, ' ');
      for (const [, name] of prose.matchAll(/(?<!\S)@([\w./-]+)/g)) found.push(name!);
    }
    if (found.length >= MAX_IMPORTS) break;
  }
  return found;
}

const isFile = (path: string): boolean => statSync(path, { throwIfNoEntry: false })?.isFile() === true;

function realPath(path: string): string {
  try {
    return realpathSync(path);
  } catch {
    return path;
  }
}
