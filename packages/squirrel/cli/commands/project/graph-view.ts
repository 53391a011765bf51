import { oneLine } from '@sqrl/base/plain.ts';
import { Problem } from '@sqrl/base/problem.ts';
import { countNoun } from '@sqrl/base/terminal/size.ts';
import { cutToWidth } from '@sqrl/base/terminal/width.ts';
import { grouped } from '@sqrl/base/text/digits.ts';
import type { Output } from '../../../protocol/verbs.ts';
import type { CommandRun } from '../../task.ts';
import { type Item, showFacts, showItems, showSection } from '../../view.ts';

type Symbol = Output<'graphDefine'>['symbols'][number];

const INLINE = { inline: true };
const INDENTED = { inline: true, indent: 2 };

export function showIndexed({ out, err, signal }: CommandRun, output: Output<'graphIndex'>): void {
  const { files, added, changed, removed, linked, troubles, busy } = output;
  const hint = 'Files already indexed are kept. Run the command again for the rest.';
  if (output.stopped && signal.aborted) throw new Problem('Interrupted.', hint, 'cancelled');
  if (busy) return;
  const counts = Object.entries({ new: added, changed, removed }).filter(([, n]) => n > 0);
  const news = counts.map(([what, n]) => `${grouped(n)} ${what}`).join(', ');
  const read = countNoun(files, 'file');
  out.line(
    news === '' && linked === 0
      ? `Nothing changed in ${read}.`
      : `Read ${read}: ${news || 'none changed'}; linked ${grouped(linked)}.`,
  );
  for (const { path, because } of troubles.slice(0, 20)) err.warn(`${oneLine(path)}: ${oneLine(because)}`);
}

export function showStatus({ out, ago }: CommandRun, output: Output<'graphStatus'>): void {
  const { root, indexedAt, files, symbols, chunks, embedded, languages, edges, broken, unparsed } = output;
  out.line(out.bold(oneLine(root ?? 'no project')));
  if (files === 0) return void out.line('Not indexed yet. Run `sqrl graph index`.');
  const total = Object.values(edges).reduce((a, b) => a + b, 0);
  const age = indexedAt === null ? 'not fully indexed yet' : `indexed ${ago(indexedAt)}`;
  const counts = { file: files, symbol: symbols, edge: total, chunk: chunks };
  const sizes = Object.entries(counts).map(([what, n]) => countNoun(n, what));
  out.line(`${sizes.join(', ')}; ${age}.`);
  const { '': plain = 0, ...known } = languages;
  const numbers = (of: Record<string, number>) =>
    Object.entries(of)
      .map(([name, n]) => `${name} ${grouped(n)}`)
      .join(', ');
  const named = (paths: readonly string[], what: string) => {
    const some = paths.slice(0, 5).map(oneLine).join(', ');
    return cutToWidth(`${countNoun(paths.length, 'file')} ${what}: ${some}`, out.width - 11);
  };
  const reasons = [...Map.groupBy(unparsed, ({ because }) => because)];
  const pathsOf = (of: typeof unparsed) => of.map(({ path }) => path);
  showFacts(out, [
    ['languages', numbers({ ...known, 'no structure': plain })],
    ['edges', total > 0 && numbers(edges)],
    ['embedded', embedded > 0 && `${grouped(embedded)} of ${countNoun(chunks, 'chunk')}`],
    ['broken', broken.length > 0 && named(broken, 'with syntax errors')],
    ...reasons.map(([because, of]) => ['unparsed', named(pathsOf(of), because)] as const),
  ]);
}

export function showContents({ out }: CommandRun, output: Output<'graphContents'>): void {
  const { path, language, unparsed, symbols, memories } = output;
  const about = language ?? (unparsed && `not parsed: ${unparsed}`);
  out.line(`${out.bold(oneLine(path))}${about ? out.dim(`  ${about}`) : ''}`);
  const widest = String(symbols.at(-1)?.endLine ?? 0).length;
  showItems(
    out,
    symbols.map(({ line, depth, kind, signature, name, users, exported }) => ({
      mark: String(line).padStart(widest + 2),
      head: `${'  '.repeat(depth)}${exported ? '' : '- '}${kind} ${cutToWidth(oneLine(signature || name), out.width - 30 - 2 * depth)}`,
      facts: [users > 0 && countNoun(users, 'use')],
    })),
    INLINE,
  );
  showSection(
    out,
    'Remembered',
    memories.map(({ id, text, path, symbol, state, tie }) => ({
      head: text,
      facts: [
        id,
        `${tie.replace('_', ' ')} ${symbol === null ? path : `${path}:${symbol}`}`,
        state !== 'fresh' && state,
      ],
    })),
  );
}

export function showDefinitions({ out, err }: CommandRun, { exactly, symbols }: Output<'graphDefine'>): void {
  if (!exactly) err.line('No exact match; similar names:');
  for (const symbol of symbols) {
    out.line(headOf(out, symbol));
    if (symbol.signature) out.line(`    ${out.dim(cutToWidth(oneLine(symbol.signature), out.width - 4))}`);
  }
}

export function showCalls(
  task: CommandRun,
  { symbol, others, total, calls }: Output<'graphCalls'>,
  what: 'callers' | 'callees',
): void {
  const { out } = task;
  out.line(headOf(out, symbol));
  out.line(`${countNoun(total, what.slice(0, -1))}${total > calls.length ? `, ${calls.length} shown` : ''}`);
  const where = ({ symbol: { file, line }, lines }: (typeof calls)[number]) =>
    what === 'callers'
      ? `${file}:${lines.slice(0, 4).join(',')}${lines.length > 4 ? '…' : ''}`
      : `${file}:${line}`;
  showItems(
    out,
    calls.map((call) => ({
      mark: placed(where(call)),
      style: 'reset',
      head: call.symbol.kind === 'file' ? '(top of the file)' : call.symbol.qualified,
      facts: [call.kind !== 'calls' && call.kind, call.symbol.test && 'test', unsure(call.confidence)],
    })),
    INDENTED,
  );
  showOthers(task, others);
}

export function showTies(
  { out }: CommandRun,
  { path, total, files }: Output<'graphDeps'>,
  verb: string,
): void {
  out.line(`${out.bold(oneLine(path))} ${verb} ${countNoun(total, 'file')}`);
  showItems(
    out,
    files.map(({ path, kinds, symbols, test }) => ({
      head: `${path}${test ? '  test' : ''}`,
      facts: [
        Object.entries(kinds)
          .map(([kind, n]) => `${kind} ${n}`)
          .join(', '),
        symbols.slice(0, 6).join(', ') + (symbols.length > 6 ? ', …' : ''),
      ],
    })),
    { indent: 2 },
  );
}

export function showImpact(task: CommandRun, output: Output<'graphImpact'>): void {
  const { out } = task;
  const { symbol, others, total, tests, files, byDepth, hits } = output;
  out.line(headOf(out, symbol));
  const depths = byDepth.map((n, i) => `${grouped(n)} at ${i + 1}`).join(', ');
  out.line(
    `${countNoun(total, 'place')} in ${countNoun(files, 'file')} may break, including ${countNoun(tests, 'test')}; by depth: ${depths}`,
  );
  const groups = Map.groupBy(hits, (hit) => (hit.symbol.test ? 'Tests' : `Depth ${hit.depth}`));
  for (const [group, members] of groups) showSection(out, group, members.map(reached), INLINE);
  showRest(out, total - hits.length);
  showOthers(task, others);
}

export function showTests(task: CommandRun, output: Output<'graphTests'>): void {
  const { out } = task;
  const { symbol, others, total, sure, files, hits } = output;
  out.line(headOf(out, symbol));
  out.line(
    `${countNoun(total, 'place')} in ${countNoun(files.length, 'test file')} ${total === 1 ? 'reaches' : 'reach'} it`,
  );
  const called = hits.slice(0, sure).map(reached);
  showSection(out, `Call it in a few steps (${grouped(sure)})`, called, INLINE);
  showSection(out, `May also run it (${grouped(total - sure)})`, hits.slice(sure).map(reached), INLINE);
  showRest(out, total - hits.length);
  showOthers(task, others);
}

export function showAffected({ out }: CommandRun, output: Output<'graphAffected'>): void {
  const { changed, total, sure, tests } = output;
  const names = changed.map(({ symbol }) => oneLine(symbol));
  out.line(
    `${countNoun(changed.length, 'changed symbol')}: ${names.slice(0, 8).join(', ')}${names.length > 8 ? ', …' : ''}`,
  );
  const told = (isSure: boolean): Item[] =>
    tests
      .filter((test) => test.sure === isSure)
      .map(({ file, line, symbol, kind, by }) => ({
        mark: placed(`${file}:${line}`),
        style: 'reset',
        head: kind === 'file' ? '' : symbol,
        facts: [by !== symbol && `← ${by}`],
      }));
  showSection(out, `Run what changed (${grouped(sure)})`, told(true), INLINE);
  showSection(out, `May also run it (${grouped(total - sure)})`, told(false), INLINE);
  showRest(out, total - tests.length);
}

/** A place from which a symbol is reached, and by which way. */
const reached = ({ symbol, line, kind, route, confidence }: Output<'graphImpact'>['hits'][number]): Item => ({
  mark: placed(`${symbol.file}:${line}`),
  style: 'reset',
  head: symbol.kind === 'file' ? '' : symbol.qualified,
  // The last of the way is the symbol asked about; a single step says nothing new.
  facts: [
    [kind, unsure(confidence)].filter(Boolean).join(', ') +
      (route.length > 1 ? ` ← ${route.toReversed().join(' ← ')}` : ''),
  ],
});

const MAX_PLACE_CHARS = 60;
const placed = (place: string): string => cutToWidth(oneLine(place), MAX_PLACE_CHARS);

function showRest(out: CommandRun['out'], more: number): void {
  if (more > 0) out.quiet(`\n… and ${grouped(more)} more; --limit shows more.`);
}

export function showEmbedded({ out, err }: CommandRun, output: Output<'graphEmbed'>): void {
  const { embedded, fresh, total, model, because } = output;
  out.line(
    `${grouped(embedded)} of ${countNoun(total, 'chunk')} embedded by ${model}, ${grouped(fresh)} of them now.`,
  );
  if (because !== null && embedded < total) err.warn(`Not all are embedded: ${oneLine(because)}.`);
}

export const showHits = ({ out }: CommandRun, { hits }: Output<'graphSearch'>): void =>
  showItems(
    out,
    hits.map(({ path, line, endLine, name, kind, excerpt }) => ({
      head: `${path}:${line}-${endLine}${name ? `  ${kind === 'module' ? '' : `${kind} `}${name}` : ''}`,
      facts: [excerpt && `  ${excerpt}`],
    })),
  );

export function showModules({ out }: CommandRun, { modules, couplings }: Output<'graphModules'>): void {
  showItems(
    out,
    modules.map(({ name, folder, files, tests, entryPoints, within, across }) => ({
      head: `${name}  ${folder}`,
      facts: [
        countNoun(files.length, 'file'),
        countNoun(tests.length, 'test'),
        within + across > 0 && `${Math.round((100 * within) / (within + across))} % of its links internal`,
        entryPoints.length > 0 &&
          `entry points: ${entryPoints.map(({ path, as }) => `${path} (${as})`).join(', ')}`,
      ],
    })),
  );
  showSection(
    out,
    'Dependencies',
    couplings.slice(0, 20).map(({ from, to, imports, calls }) => ({
      head: `${from} → ${to}`,
      facts: [countNoun(imports, 'import'), countNoun(calls, 'call')],
    })),
    INLINE,
  );
}

export const showCompanions = ({ out }: CommandRun, { together }: Output<'graphTogether'>): void =>
  showItems(
    out,
    together.map(({ path, score, why }) => ({
      mark: score.toFixed(1).padStart(6),
      head: path,
      facts: why,
    })),
    INLINE,
  );

export function showPackages({ out }: CommandRun, { packages, total, use }: Output<'graphPackages'>): void {
  if (use) {
    out.line(`${out.bold(oneLine(use.name))} is imported by ${countNoun(total, 'file')}`);
    const importers = use.files.map(({ path, test, lines }) => ({
      head: `${path}:${lines.join(',')}`,
      facts: [test && 'test'],
    }));
    showItems(out, importers, INDENTED);
    const known = use.memories.map(({ id, text, stale }) => ({
      ...{ mark: id.slice(0, 12), head: text },
      facts: [stale && 'stale'],
    }));
    showSection(out, 'Remembered', known, INLINE);
    return;
  }
  const listed = packages.map(({ name, files, tests }) => ({
    ...{ mark: String(files).padStart(6), head: name },
    facts: [tests > 0 && countNoun(tests, 'test')],
  }));
  showItems(out, listed, INLINE);
  if (total > packages.length) out.quiet(`and ${total - packages.length} more`);
}

export function showImported({ out, err }: CommandRun, output: Output<'graphImportScip'>): void {
  const { files, links, unknown, outdated } = output;
  out.line(`Imported ${countNoun(links, 'link')} of ${countNoun(files, 'file')} from the index.`);
  for (const [what, paths] of Object.entries({ 'not indexed here': unknown, 'changed since': outdated })) {
    const some = paths.slice(0, 5).map(oneLine).join(', ');
    if (paths.length > 0) err.warn(`${countNoun(paths.length, 'document')} ${what}: ${some}`);
  }
}

/** What is below this was guessed more than found. */
const MIN_SURE_CONFIDENCE = 0.8;

const unsure = (confidence: number): string | false =>
  confidence < MIN_SURE_CONFIDENCE && `${Math.round(confidence * 100)} % sure`;

export function showOthers({ err }: CommandRun, others: readonly Symbol[]): void {
  if (others.length === 0) return;
  const names = others.slice(0, 3).map(({ file, qualified }) => oneLine(`${file}:${qualified}`));
  err.quiet(`Other symbols of that name: ${names.join(', ')}${others.length > 3 ? ', …' : ''}`);
}

function headOf(out: CommandRun['out'], { file, line, kind, qualified, test }: Symbol): string {
  if (kind === 'file') return `${out.bold(oneLine(file))}${out.dim(test ? '  test file' : '  file')}`;
  const place = out.paint('cyan', `${oneLine(file)}:${line}`);
  return `${out.bold(oneLine(qualified))}  ${out.dim(kind)}  ${place}${test ? out.dim('  test') : ''}`;
}
