import { oneLine } from '../base/plain.ts';
import type { Output } from '../protocol/verbs.ts';
import { countNoun } from './size.ts';
import type { CommandRun } from './task.ts';
import { cutToWidth } from './width.ts';

/** Prints the modules of a repository, where they are entered, and what leans on what. */
export function showModules({ out }: CommandRun, { modules, couplings }: Output<'graphModules'>): void {
  for (const { name, folder, files, tests, entryPoints, within, across } of modules) {
    const share =
      within + across === 0
        ? ''
        : ` · ${Math.round((100 * within) / (within + across))} % of its links internal`;
    out.line(`${out.paint('bold', oneLine(name))}${out.paint('dim', `  ${oneLine(folder)}`)}`);
    out.line(
      `    ${countNoun(files.length, 'file')}, ${countNoun(tests.length, 'test')}${out.paint('dim', share)}`,
    );
    const entries = entryPoints.map(({ path, as }) => `${oneLine(path)} (${as})`).join(', ');
    if (entries) out.line(`    ${out.paint('dim', cutToWidth(`entry points: ${entries}`, out.width - 4))}`);
  }
  if (couplings.length === 0) return;
  out.line(`\n${out.paint('bold', 'Dependencies')}`);
  for (const { from, to, imports, calls } of couplings.slice(0, 20))
    out.line(
      `  ${oneLine(from)} → ${oneLine(to)}${out.paint('dim', `  ${countNoun(imports, 'import')}, ${countNoun(calls, 'call')}`)}`,
    );
}

/** Prints what else changes with a file, most likely first. */
export function showCompanions({ out }: CommandRun, { together }: Output<'graphTogether'>): void {
  for (const { path, score, why } of together)
    out.line(
      `${score.toFixed(1).padStart(6)}  ${oneLine(path)}${out.paint('dim', `  ${oneLine(why.map(({ text }) => text).join(', '))}`)}`,
    );
}

/** Prints the external packages that the code imports, most used first. */
export function showPackages({ out }: CommandRun, { packages, total }: Output<'graphPackages'>): void {
  for (const { name, files, tests } of packages) {
    const some = tests === 0 ? '' : out.paint('dim', `  ${countNoun(tests, 'test')}`);
    out.line(`${String(files).padStart(6)}  ${oneLine(name)}${some}`);
  }
  if (total > packages.length) out.line(out.paint('dim', `and ${total - packages.length} more`));
}

/** Prints what imports an external package, and what is remembered about it. */
export function showPackageUse(
  { out }: CommandRun,
  { name, files, memories }: NonNullable<Output<'graphPackages'>['use']>,
): void {
  out.line(`${out.paint('bold', oneLine(name))} is imported by ${countNoun(files.length, 'file')}`);
  for (const { path, test, lines } of files)
    out.line(`  ${oneLine(path)}:${lines.join(',')}${test ? out.paint('dim', '  test') : ''}`);
  if (memories.length > 0) out.line(`\n${out.paint('bold', 'Remembered')}`);
  for (const { id, text, stale } of memories)
    out.line(
      `  ${out.paint('dim', id.slice(0, 12))}  ${oneLine(text)}${stale ? out.paint('yellow', '  stale') : ''}`,
    );
}

/** Prints what came of reading a SCIP index. */
export function showImported({ out, err }: CommandRun, output: Output<'graphImportScip'>): void {
  const { files, links, unknown, outdated } = output;
  out.line(`Imported ${countNoun(links, 'link')} of ${countNoun(files, 'file')} from the index.`);
  const told = (what: string, paths: readonly string[]): void => {
    if (paths.length > 0)
      err.line(
        err.paint(
          'yellow',
          `${countNoun(paths.length, 'document')} ${what}: ${paths.slice(0, 5).map(oneLine).join(', ')}`,
        ),
      );
  };
  told('not indexed here', unknown);
  told('changed since', outdated);
}
