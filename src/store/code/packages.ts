import type { Store } from '../store.ts';
import { kindNumber } from './edges.ts';

/** An import that names a package. */
export interface PackageImport {
  name: string;
  line: number;
}

/** Puts the packages that a file imports in the place of those it imported before. */
export function replacePackages(store: Store, file: number, imports: readonly PackageImport[]): void {
  store.sql('delete from code_package where file = ?').run(file);
  for (const { name, line } of imports)
    store.sql('insert or ignore into code_package (name, file, line) values (?, ?, ?)').run(name, file, line);
}

/** A package from outside, and how much of the repository imports it. */
export interface PackageCount {
  name: string;
  files: number;
  /** Of these, tests. */
  tests: number;
}

/** Packages from outside, most used first. */
export const packageCounts = (store: Store, limit: number): { packages: PackageCount[]; total: number } => {
  const packages = store
    .sql(
      `select name, count(*) as files, sum(test) as tests from (${OUTSIDE} group by p.name, p.file)
        group by name order by files desc, name`,
    )
    .all(IMPORTS) as unknown as PackageCount[];
  return { packages: packages.slice(0, limit), total: packages.length };
};

/** Where a package is imported, code before tests. */
export const importsOfPackage = (
  store: Store,
  name: string,
): { path: string; test: boolean; line: number }[] =>
  store
    .sql(`select * from (${OUTSIDE} and p.name = ?2) order by test, path, line`)
    .all(IMPORTS, name)
    .map(({ path, test, line }) => ({ path: path as string, test: test === 1, line: line as number }));

const IMPORTS = kindNumber('imports');

// What an import leads to inside the repository is not from outside, whatever it is called.
const OUTSIDE = `
  select p.name, p.line, f.path, s.test from code_package p
    join code_file f on f.id = p.file join code_symbol s on s.id = p.file
   where not exists (select 1 from code_edge e where e.source = p.file and e.kind = ?1 and e.line = p.line)`;
