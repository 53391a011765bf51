import { readFileSync } from 'node:fs';

/** Where a compiler says the calls and imports of a repository lead; bench/truth-typescript.ts says what a line is. */
export interface Truth {
  sites: Site[];
  /** Of every file that is covered. */
  imports: Map<string, readonly string[]>;
}

export interface Site {
  file: string;
  line: number;
  name: string;
  target_file: string;
  target_line: number;
  also?: [file: string, line: number][];
  optional?: true;
}

/** Reads a file of truth. */
export function readTruth(path: string): Truth {
  const truth: Truth = { sites: [], imports: new Map() };
  for (const line of readFileSync(path, 'utf8').split('\n')) {
    if (line === '') continue;
    const each = JSON.parse(line) as Site & { imports?: string[] };
    if (each.imports) truth.imports.set(each.file, each.imports);
    else truth.sites.push(each);
  }
  // Without a line for each file, those with a call in them are covered.
  for (const { file } of truth.sites) if (!truth.imports.has(file)) truth.imports.set(file, []);
  return truth;
}
