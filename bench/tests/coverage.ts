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
export function readCoverage(path: string, root: string): CoveredLines[] {
  const top = realpathSync(root);
  return statSync(path).isDirectory() ? istanbulReports(path, top) : pythonReport(path, top);
}

function pythonReport(path: string, top: string): CoveredLines[] {
  using store = new DatabaseSync(path, { readOnly: true });
  return store
    .prepare(
      `select f.path, c.context, b.numbits from line_bits b join file f on f.id = b.file_id
         join context c on c.id = b.context_id where c.context <> ''`,
    )
    .all()
    .map(({ path: file, context, numbits }) => ({
      test: pytestName(context as string),
      file: relative(top, file as string),
      lines: bitsIn(numbits as Uint8Array),
    }));
}

/** The places of the bits that are set, the lowest of each byte first. */
const bitsIn = (bytes: Uint8Array): number[] =>
  Array.from(bytes).flatMap((byte, at) =>
    [0, 1, 2, 3, 4, 5, 6, 7].flatMap((bit) => ((byte >> bit) & 1 ? [at * 8 + bit] : [])),
  );

/** `tests.test_app.TestApp.test_get` as `tests/test_app.py::TestApp.test_get`. */
function pytestName(context: string): string {
  const parts = context.split('.');
  const module = parts.findIndex((part) => /^test_|_test$/.test(part)) + 1;
  return `${parts.slice(0, module).join('/')}.py::${parts.slice(module).join('.')}`;
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
