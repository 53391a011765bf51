import { readdirSync, readFileSync, realpathSync, statSync } from 'node:fs';
import { join, relative } from 'node:path';
import { DatabaseSync } from 'node:sqlite';

/** The lines that a test ran, by the file they are in. */
export interface CoveredLines {
  /** `tests/test_app.py::test_get`, or the path of a test file where contexts are whole files. */
  test: string;
  file: string;
  lines: number[];
}

/**
 * Reads which lines each test ran: the `.coverage` file of coverage.py with `dynamic_context = test_function`, or a
 * folder with an Istanbul report (c8, Vitest) for each test file, in folders named like it.
 */
export function readCoverage(path: string, root: string, files: readonly string[]): CoveredLines[] {
  const top = realpathSync(root);
  return statSync(path).isDirectory() ? istanbulReports(path, top) : pythonReport(path, top, files);
}

function pythonReport(path: string, top: string, files: readonly string[]): CoveredLines[] {
  using store = new DatabaseSync(path, { readOnly: true });
  const names = new Map<string, string>();
  const nameOf = (context: string): string => {
    if (!names.has(context)) names.set(context, pytestName(context, files));
    return names.get(context)!;
  };
  return store
    .prepare(
      `select f.path, c.context, b.numbits from line_bits b join file f on f.id = b.file_id
         join context c on c.id = b.context_id where c.context <> ''`,
    )
    .all()
    .map(({ path: file, context, numbits }) => ({
      test: nameOf(context as string),
      file: relative(top, file as string),
      lines: bitsIn(numbits as Uint8Array),
    }));
}

/** The places of the bits that are set, the lowest of each byte first. */
const bitsIn = (bytes: Uint8Array): number[] =>
  Array.from(bytes).flatMap((byte, at) =>
    [0, 1, 2, 3, 4, 5, 6, 7].flatMap((bit) => ((byte >> bit) & 1 ? [at * 8 + bit] : [])),
  );

/**
 * `tests.test_app.TestApp.test_get` as `tests/test_app.py::TestApp.test_get`. Folders and functions may begin with `test_`
 * as well: the module is what the repository has a file of, whose folders coverage.py does not know where they are no package.
 */
export function pytestName(context: string, files: readonly string[]): string {
  const parts = context.split('.');
  for (let at = parts.length - 1; at > 0; at--) {
    const module = parts.slice(0, at).join('/');
    const found = [`${module}.py`, `${module}/__init__.py`].flatMap((each) =>
      files.filter((path) => path === each || path.endsWith(`/${each}`)),
    );
    if (found.length === 1) return `${found[0]}::${parts.slice(at).join('.')}`;
  }
  return context;
}

interface IstanbulFile {
  path: string;
  fnMap: Record<string, { decl: { start: { line: number } } }>;
  f: Record<string, number>;
}

function istanbulReports(folder: string, top: string): CoveredLines[] {
  return readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.json'))
    .flatMap((name) => {
      const report = JSON.parse(readFileSync(join(folder, name), 'utf8')) as Record<string, IstanbulFile>;
      const test = name.replace(/[/\\][^/\\]*$/, '');
      return Object.values(report).map(({ path, fnMap, f }) => ({
        test,
        file: relative(top, path),
        lines: Object.entries(fnMap).flatMap(([id, { decl }]) => (f[id]! > 0 ? [decl.start.line] : [])),
      }));
    });
}
