import { oneLine } from '../base/plain.ts';
import { grouped } from '../base/text/digits.ts';
import type { Output } from '../protocol/verbs.ts';
import { countNoun } from './size.ts';
import type { CommandRun } from './task.ts';
import { relativeTime } from './time.ts';
import { columns, cutToWidth, pad } from './width.ts';

type Symbol = Output<'graphDefine'>['symbols'][number];

/** Prints what reading the code came to. */
export function showIndexed({ out, err }: CommandRun, output: Output<'graphIndex'>): void {
  const { files, added, changed, removed, linked, troubles, busy } = output;
  if (busy) return;
  const news = [
    ...(added > 0 ? [`${grouped(added)} new`] : []),
    ...(changed > 0 ? [`${grouped(changed)} changed`] : []),
    ...(removed > 0 ? [`${grouped(removed)} removed`] : []),
  ];
  out.line(
    news.length === 0 && linked === 0
      ? `Nothing changed in ${countNoun(files, 'file')}.`
      : `Read ${countNoun(files, 'file')}: ${news.length > 0 ? news.join(', ') : 'none changed'}; linked ${grouped(linked)}.`,
  );
  for (const { path, because } of troubles.slice(0, 20))
    err.line(err.paint('yellow', `${oneLine(path)}: ${oneLine(because.text)}`));
}

/** Prints what is known of the code. */
export function showStatus({ out, world }: CommandRun, output: Output<'graphStatus'>): void {
  const { root, indexedAt, files, symbols, chunks, embedded, languages, edges, broken, unparsed } = output;
  out.line(out.paint('bold', oneLine(root ?? 'no project')));
  if (files === 0) {
    out.line('Not indexed yet. Run `sqrl graph index`.');
    return;
  }
  const total = Object.values(edges).reduce((a, b) => a + b, 0);
  const age =
    indexedAt === null ? 'not fully indexed yet' : `indexed ${relativeTime(indexedAt, world.now())}`;
  out.line(
    `${countNoun(files, 'file')}, ${countNoun(symbols, 'symbol')}, ${countNoun(total, 'edge')}, ${countNoun(chunks, 'chunk')}; ${age}.`,
  );
  const { '': plain = 0, ...known } = languages;
  const numbers = (of: Record<string, number>) =>
    Object.entries(of)
      .map(([name, n]) => `${name} ${grouped(n)}`)
      .join(', ');
  out.line(`${out.paint('dim', 'languages')}  ${numbers({ ...known, 'no structure': plain })}`);
  if (total > 0) out.line(`${out.paint('dim', 'edges    ')}  ${numbers(edges)}`);
  if (embedded > 0)
    out.line(`${out.paint('dim', 'embedded ')}  ${grouped(embedded)} of ${countNoun(chunks, 'chunk')}`);
  if (broken.length > 0)
    out.line(
      `${out.paint('dim', 'broken   ')}  ${cutToWidth(`${countNoun(broken.length, 'file')} with syntax errors: ${broken.slice(0, 5).map(oneLine).join(', ')}`, out.width - 11)}`,
    );
  const reasons = Map.groupBy(unparsed, ({ because }) => because.text);
  for (const [because, of] of reasons)
    out.line(
      `${out.paint('dim', 'unparsed ')}  ${cutToWidth(
        `${countNoun(of.length, 'file')} ${because}: ${of
          .map(({ path }) => oneLine(path))
          .slice(0, 5)
          .join(', ')}`,
        out.width - 11,
      )}`,
    );
}

/** Prints the symbols of a file as they lie in each other. */
export function showContents(
  { out }: CommandRun,
  { path, language, unparsed, symbols, memories }: Output<'graphContents'>,
): void {
  const about = language ?? (unparsed && `not parsed: ${unparsed.text}`);
  out.line(`${out.paint('bold', oneLine(path))}${about ? out.paint('dim', `  ${about}`) : ''}`);
  const widest = String(symbols.at(-1)?.endLine ?? 0).length;
  for (const { line, depth, kind, signature, name, users, exported } of symbols) {
    const uses = users > 0 ? out.paint('dim', `  ${countNoun(users, 'use')}`) : '';
    const text = `${'  '.repeat(depth)}${out.paint(exported ? 'cyan' : 'reset', kind)} ${cutToWidth(oneLine(signature || name), out.width - 30 - 2 * depth)}`;
    out.line(`${String(line).padStart(widest + 2)}  ${text}${uses}`);
  }
  showTied(out, memories);
}

/** Prints where symbols are defined. */
export function showDefinitions({ out, err }: CommandRun, { exactly, symbols }: Output<'graphDefine'>): void {
  if (!exactly) err.line('No exact match; similar names:');
  for (const symbol of symbols) {
    out.line(headOf(out, symbol));
    if (symbol.signature)
      out.line(`    ${out.paint('dim', cutToWidth(oneLine(symbol.signature), out.width - 4))}`);
  }
}

/** Prints who uses a symbol, or what it uses. */
export function showCalls(
  task: CommandRun,
  { symbol, others, total, calls }: Output<'graphCallers'>,
  what: 'callers' | 'callees',
): void {
  const { out } = task;
  out.line(headOf(out, symbol));
  out.line(`${countNoun(total, what.slice(0, -1))}${total > calls.length ? `, ${calls.length} shown` : ''}`);
  const places = calls.map(({ symbol: { file, line }, lines }) =>
    what === 'callers'
      ? `${oneLine(file)}:${lines.slice(0, 4).join(',')}${lines.length > 4 ? '…' : ''}`
      : `${oneLine(file)}:${line}`,
  );
  const widest = Math.min(60, Math.max(...places.map(columns)));
  calls.forEach(({ symbol: other, kind, confidence }, i) => {
    const facts = [
      ...(kind === 'calls' ? [] : [kind]),
      ...(other.test ? ['test'] : []),
      ...unsure(confidence),
    ];
    const name = other.kind === 'file' ? out.paint('dim', '(top of the file)') : oneLine(other.qualified);
    out.line(
      `  ${pad(places[i]!, widest)}  ${name}${facts.length > 0 ? out.paint('dim', `  ${facts.join(', ')}`) : ''}`,
    );
  });
  showOthers(task, others);
}

/** Prints the files that a file depends on, or that depend on it. */
export function showTies(
  { out }: CommandRun,
  { path, total, files }: Output<'graphDeps'>,
  verb: string,
): void {
  out.line(`${out.paint('bold', oneLine(path))} ${verb} ${countNoun(total, 'file')}`);
  for (const { path, kinds, symbols, test } of files) {
    const facts = Object.entries(kinds).map(([kind, n]) => `${kind} ${n}`);
    const names = symbols.slice(0, 6).map(oneLine).join(', ') + (symbols.length > 6 ? ', …' : '');
    out.line(`  ${oneLine(path)}${test ? out.paint('dim', '  test') : ''}`);
    out.line(
      `    ${out.paint('dim', cutToWidth([facts.join(', '), ...(names ? [names] : [])].join(' · '), out.width - 4))}`,
    );
  }
}

/** Prints what may break by depth, then the tests. */
export function showImpact(task: CommandRun, output: Output<'graphImpact'>): void {
  const { out } = task;
  const { symbol, others, total, tests, files, byDepth, hits } = output;
  out.line(headOf(out, symbol));
  const depths = byDepth.map((n, i) => `${grouped(n)} at ${i + 1}`).join(', ');
  out.line(
    `${countNoun(total, 'place')} in ${countNoun(files, 'file')} may break, including ${countNoun(tests, 'test')}; by depth: ${depths}`,
  );
  const groups = Map.groupBy(hits, (hit) => (hit.symbol.test ? 'Tests' : `Depth ${hit.depth}`));
  for (const [group, members] of groups) {
    out.line(`\n${out.paint('bold', group)}`);
    showReached(task, members);
  }
  showMore(task, total - hits.length);
  showOthers(task, others);
}

/** Prints the tests that reach a symbol: those that call it in a few steps, then those that may run it. */
export function showTests(
  task: CommandRun,
  { symbol, others, total, sure, files, hits }: Output<'graphTests'>,
): void {
  const { out } = task;
  out.line(headOf(out, symbol));
  out.line(
    `${countNoun(total, 'place')} in ${countNoun(files.length, 'test file')} ${total === 1 ? 'reaches' : 'reach'} it`,
  );
  const tiers: [string, typeof hits][] = [
    [`Call it in a few steps (${grouped(sure)})`, hits.slice(0, sure)],
    [`May also run it (${grouped(total - sure)})`, hits.slice(sure)],
  ];
  for (const [title, members] of tiers)
    if (members.length > 0) {
      out.line(`\n${out.paint('bold', title)}`);
      showReached(task, members);
    }
  showMore(task, total - hits.length);
  showOthers(task, others);
}

/** Prints how many results are left out. */
function showMore({ out }: CommandRun, more: number): void {
  if (more > 0) out.line(out.paint('dim', `\n… and ${grouped(more)} more; --limit shows more.`));
}

/** Prints how many pieces of code can be found by meaning. */
export function showEmbedded({ out, err }: CommandRun, output: Output<'graphEmbed'>): void {
  const { embedded, fresh, total, model, because } = output;
  out.line(
    `${grouped(embedded)} of ${countNoun(total, 'chunk')} embedded by ${model}, ${grouped(fresh)} of them now.`,
  );
  if (because !== null && embedded < total)
    err.line(err.paint('yellow', `Not all are embedded: ${oneLine(because.text)}.`));
}

/** Prints pieces of code, best first. */
export function showHits({ out }: CommandRun, { hits }: Output<'graphSearch'>): void {
  for (const { path, line, endLine, name, kind, excerpt } of hits) {
    const what = name ? `  ${kind === 'module' ? '' : `${kind} `}${oneLine(name)}` : '';
    out.line(`${out.paint('cyan', `${oneLine(path)}:${line}-${endLine}`)}${what}`);
    if (excerpt) out.line(`    ${out.paint('dim', cutToWidth(oneLine(excerpt), out.width - 4))}`);
  }
}

/** What is remembered about the code that was asked for. */
function showTied(out: CommandRun['out'], memories: Output<'graphContents'>['memories']): void {
  if (memories.length > 0) out.line(`\n${out.paint('bold', 'Remembered')}`);
  for (const { id, text, path, symbol, state, tie } of memories) {
    const place = oneLine(symbol === null ? path : `${path}:${symbol}`);
    out.line(`  ${cutToWidth(oneLine(text), out.width - 2)}`);
    const facts = [id, `${tie.replace('_', ' ')} ${place}`, ...(state === 'fresh' ? [] : [state])];
    out.line(`    ${out.paint('dim', cutToWidth(facts.join(' · '), out.width - 4))}`);
  }
}

function showReached({ out }: CommandRun, hits: Output<'graphImpact'>['hits']): void {
  const places = hits.map(({ symbol: { file }, line }) => `${oneLine(file)}:${line}`);
  const widest = Math.min(60, Math.max(...places.map(columns)));
  hits.forEach(({ symbol, kind, route, confidence }, i) => {
    const name = symbol.kind === 'file' ? '' : oneLine(symbol.qualified);
    // The last of the way is the symbol asked about; a single step says nothing new.
    const way = route.length > 1 ? ` ← ${route.toReversed().map(oneLine).join(' ← ')}` : '';
    const facts = [kind, ...unsure(confidence)].join(', ');
    const rest = cutToWidth(`${facts}${way}`, Math.max(20, out.width - widest - columns(name) - 6));
    out.line(`  ${pad(places[i]!, widest)}  ${name}${name ? '  ' : ''}${out.paint('dim', rest)}`);
  });
}

/** What is below this was guessed more than found. */
const MIN_SURE_CONFIDENCE = 0.8;

const unsure = (confidence: number): string[] =>
  confidence < MIN_SURE_CONFIDENCE ? [`${Math.round(confidence * 100)} % sure`] : [];

/** Says which other symbols the name could have meant. */
export function showOthers({ err }: CommandRun, others: readonly Symbol[]): void {
  if (others.length === 0) return;
  const names = others.slice(0, 3).map(({ file, qualified }) => `${oneLine(file)}:${oneLine(qualified)}`);
  const more = others.length > 3 ? ', …' : '';
  err.line(err.paint('dim', `Other symbols of that name: ${names.join(', ')}${more}`));
}

function headOf(out: CommandRun['out'], { file, line, kind, qualified, test }: Symbol): string {
  if (kind === 'file')
    return `${out.paint('bold', oneLine(file))}${out.paint('dim', test ? '  test file' : '  file')}`;
  const place = out.paint('cyan', `${oneLine(file)}:${line}`);
  return `${out.paint('bold', oneLine(qualified))}  ${out.paint('dim', kind)}  ${place}${test ? out.paint('dim', '  test') : ''}`;
}
