import { as, flag, fragment, type Store } from '@sqrl/base/sqlite/query.ts';
import { kindNumber } from './edges.ts';

export interface PackageImport {
  name: string;
  line: number;
}

/** Puts the packages that a file imports in the place of those it imported before. */
export function replacePackages(store: Store, file: number, imports: readonly PackageImport[]): void {
  store.run`delete from code_package where file = ${file}`;
  for (const { name, line } of imports)
    store.run`insert or ignore into code_package (name, file, line) values (${name}, ${file}, ${line})`;
}

/** A package from outside, and how much of the repository imports it. */
export interface PackageCount {
  name: string;
  files: number;
  tests: number;
}

export const packageCounts = (store: Store, limit: number): { packages: PackageCount[]; total: number } => {
  const packages: PackageCount[] = store.rows`select name, count(*) as files, sum(test) as tests
    from (${OUTSIDE} group by p.name, p.file) group by name order by files desc, name`;
  return { packages: packages.slice(0, limit), total: packages.length };
};

/** Where a package is imported, code before tests. */
export const importsOfPackage = (
  store: Store,
  name: string,
): { path: string; test: boolean; line: number }[] =>
  store.rows`select path, test, line from (${OUTSIDE} and p.name = ${name}) order by test, path, line`.map(
    as({ test: flag }),
  );

// What an import leads to inside the repository is not from outside, whatever it is called.
const OUTSIDE = fragment`
  select p.name, p.line, f.path, s.test from code_package p
    join code_file f on f.id = p.file join code_symbol s on s.id = p.file
   where not exists (select 1 from code_edge e
     where e.source = p.file and e.kind = ${kindNumber('imports')} and e.line = p.line)`;
