import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';

/** Something to do in a repository. */
export interface Task {
  symbol: string;
  /** The file that defines it. */
  file: string;
}

const SOURCE = /\.(?:[cm]?[jt]sx?|py|go|rs|rb|java)$/;
/** Names that begin a line, so that no sentence of a comment is taken for one. */
const DEFINITIONS =
  /^[ \t]*(?:(?:export|default|async|pub|public|abstract) )*(?:function\*?|class|interface|def|func|fn) ([A-Za-z_]\w{4,})/gm;
const MAX_FILE_CHARS = 60_000;

/** What defines a name in a line of source. */
export const definitionOf = (symbol: string): RegExp =>
  new RegExp(`\\b(?:function\\*?|class|interface|def|func|fn|const|type)\\s+${symbol}\\b`);

/** Symbols that one file defines and others may use, one of each file, spread over the repository. */
export async function tasksIn(repository: string, most: number): Promise<Task[]> {
  const files = execFileSync('git', ['ls-files'], { cwd: repository, encoding: 'utf8' })
    .split('\n')
    .filter((path) => SOURCE.test(path))
    .sort();
  const definers = new Map<string, string[]>();
  for (const file of files) {
    const text = readFileSync(join(repository, file), 'utf8');
    if (text.length > MAX_FILE_CHARS) continue;
    const names = text.matchAll(DEFINITIONS);
    for (const name of new Set([...names].map(([, name]) => name!)))
      definers.set(name, [...(definers.get(name) ?? []), file]);
  }
  const one = new Map<string, Task>();
  for (const [symbol, [file, other]] of definers)
    if (other === undefined && !one.has(file!)) one.set(file!, { symbol, file: file! });
  const tasks = [...one.values()];
  const stride = Math.max(1, tasks.length / most);
  return Array.from({ length: Math.min(most, tasks.length) }, (_, i) => tasks[Math.floor(i * stride)]!);
}
