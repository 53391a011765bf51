import { type Dirent, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { setImmediate } from 'node:timers/promises';
import { leftOutFolder } from '../parse/left-out.ts';
import { ignoreRulesIn, type Rules, rulesSay } from './ignore-rules.ts';

/** The paths below a folder that no `.gitignore` in it leaves out, where git cannot be asked. Links are not followed. */
export async function listByWalk(
  root: string,
  { only, signal }: { only?: readonly string[]; signal?: AbortSignal },
): Promise<string[]> {
  const wanted = only && ((path: string) => only.some((one) => related(one, path)));
  const paths: string[] = [];
  const open: { folder: string; rules: Rules }[] = [{ folder: '', rules: [] }];
  for (let at = open.pop(), seen = 0; at; at = open.pop(), seen++) {
    if (seen % 32 === 0) {
      await setImmediate();
      signal?.throwIfAborted();
    }
    const { folder } = at;
    const rules = [...at.rules, ...ignoreRulesIn(root, folder, '.gitignore')];
    for (const entry of entriesOf(join(root, folder))) {
      const path = folder === '' ? entry.name : `${folder}/${entry.name}`;
      if (wanted && !wanted(path)) continue;
      if (entry.isDirectory()) {
        if (!leftOutFolder(entry.name, 'walk') && !rulesSay(rules, `${path}/`))
          open.push({ folder: path, rules });
      } else if (entry.isFile() && !rulesSay(rules, path)) paths.push(path);
    }
  }
  return paths.sort();
}

/** Whether a path is the one asked for, lies in it, or leads to it. */
const related = (asked: string, path: string): boolean =>
  asked === path || asked.startsWith(`${path}/`) || path.startsWith(`${asked}/`);

function entriesOf(folder: string): Dirent[] {
  try {
    return readdirSync(folder, { withFileTypes: true });
  } catch {
    // It may be gone since it was listed, or not ours to read.
    return [];
  }
}
