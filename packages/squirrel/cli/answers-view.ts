import { oneLine, visible } from '@sqrl/base/plain.ts';
import { countNoun } from '@sqrl/base/terminal/size.ts';
import type { TerminalOutput } from '@sqrl/base/terminal/terminal.ts';
import { localTime } from '@sqrl/base/terminal/time.ts';
import { cutToWidth, wrap } from '@sqrl/base/terminal/width.ts';
import type { Output } from '../protocol/verbs.ts';
import { markWords } from './memory-view.ts';
import type { CommandRun } from './task.ts';
import { dotted, shortId, showItems } from './view.ts';

type Screen = Pick<CommandRun, 'out' | 'ago'>;
type Answer = Output<'ask'>;

const SPEAKERS = { person: 'You', agent: 'Agent' } as const;

const dayOf = (at: number): string => new Date(at).toISOString().slice(0, 10);

export function showPassages({ out, ago }: Screen, passages: Answer['passages'], question: string): void {
  if (passages.length === 0) return;
  out.line(out.bold('Said in past sessions:'));
  for (const { number, id, speaker, at, text, before, after, earlier, tainted } of passages) {
    const facts = [
      ...[dayOf(at), ago(at), earlier && 'earlier; see the newer one above'],
      ...[tainted && 'after reading outside text', id],
    ];
    out.line(`${out.bold(`[${number}]`)} ${SPEAKERS[speaker]} ${out.dim(dotted(facts))}`);
    for (const neighbor of before) showNeighbor(out, neighbor);
    for (const line of wrap(visible(text), out.width - 4)) out.line(`    ${markWords(out, line, question)}`);
    for (const neighbor of after) showNeighbor(out, neighbor);
  }
}

/** So much of a neighbor fits on a line or two. */
const NEIGHBOR_CHARS = 160;

function showNeighbor(
  out: TerminalOutput,
  { speaker, text }: Answer['passages'][number]['before'][number],
): void {
  const line = oneLine(text);
  const cut = line.length > NEIGHBOR_CHARS ? `${line.slice(0, NEIGHBOR_CHARS).toWellFormed()}…` : line;
  out.block(`${SPEAKERS[speaker]}: ${cut}`, 4, 'dim');
}

export function showWork({ out, ago }: Screen, work: Answer['work']): void {
  for (const { task, status, outcome, startedAt, filesChanged, said } of work) {
    const when = dotted([status, ago(startedAt)]);
    out.line(`${oneLine(task)} ${out.dim(when)}`);
    const files = filesChanged.length > 0 && `changed ${filesChanged.slice(0, 5).join(', ')}`;
    const facts = [outcome, files].filter(Boolean).join(' · ');
    if (facts !== '') out.block(facts, 4, 'dim');
    if (said) out.block(`${oneLine(said.text)} ${said.id}`, 4);
  }
}

export function showTasks(screen: Screen, tasks: Answer['tasks']): void {
  if (tasks.length === 0) return;
  screen.out.line(screen.out.bold('Past tasks:'));
  showWork(screen, tasks);
}

export function showFailures({ out, ago }: Screen, failures: Answer['failures']): void {
  for (const { command, error, times, sessions, lastAt, fix } of failures) {
    const [head, ...below] = [...(command ? [command] : []), error];
    out.line(cutToWidth(oneLine(head!), out.width));
    for (const each of below) out.line(`    ${cutToWidth(oneLine(each), out.width - 4)}`);
    const seen = `failed ${countNoun(times, 'time')} in ${sessions} sessions, last ${ago(lastAt)}`;
    out.quiet(`    ${seen}`);
    if (fix?.command) out.line(`    works: ${cutToWidth(oneLine(fix.command), out.width - 11)}`);
    else if (fix && fix.changed.length > 0) out.line(`    fixed by changing ${fix.changed.join(', ')}`);
  }
}

const MAX_FILES = 5;

export function showRepository(
  { out, ago }: Screen,
  { commits, code }: Pick<Answer, 'commits' | 'code'>,
): void {
  if (commits.length > 0) out.line(out.bold('Commits:'));
  for (const { id, at, author, subject, files, filesChanged } of commits) {
    showItems(out, [{ head: subject }], { indent: 2 });
    out.quiet(`    ${[dayOf(at), ago(at), oneLine(author), id].join(' · ')}`);
    const more = filesChanged > MAX_FILES ? ` and ${filesChanged - MAX_FILES} more` : '';
    if (files.length > 0) out.block(`changed ${files.slice(0, MAX_FILES).join(', ')}${more}`, 4, 'dim');
  }
  if (code.length > 0) out.line(out.bold('Code:'));
  for (const { path, line, kind, name, excerpt } of code) {
    const what = name === null ? '' : ` ${kind} ${oneLine(name)}`;
    out.line(`  ${oneLine(path)}:${line}${out.dim(what)}`);
    if (excerpt !== '') out.quiet(`    ${cutToWidth(oneLine(excerpt), out.width - 4)}`);
  }
  if (commits.length + code.length > 0) out.line();
}

export function showCommit({ out, ago }: Screen, commit: Output<'commit'>): void {
  const { hash, at, author, subject, body, files, filesChanged } = commit;
  out.line(out.bold(oneLine(subject)));
  out.quiet([hash, oneLine(author), dayOf(at), ago(at)].join(' · '));
  if (body !== '') out.line();
  for (const line of body === '' ? [] : body.split('\n')) out.line(oneLine(line));
  if (files.length > 0) out.line();
  for (const file of files) out.line(`  ${oneLine(file)}`);
  if (filesChanged > files.length) out.quiet(`  and ${filesChanged - files.length} more`);
}

type CitedPassage = Output<'passage'>;

export function showPassage(out: TerminalOutput, passage: CitedPassage): void {
  const { client, session, branch, episode, files, before, after } = passage;
  const quiet = (text: string) => out.quiet(cutToWidth(text, out.width));
  const where = [passage.id, client, `session ${shortId(session)}`, ...(branch === null ? [] : [branch])];
  out.line(cutToWidth(where.map(oneLine).join(' · '), out.width));
  if (episode) quiet(`Task: ${oneLine(episode.task)}`);
  if (files.length > 0) quiet(`Files: ${files.map(oneLine).join(', ')}`);
  for (const message of before) showMessage(out, message, MAX_LINES_AROUND);
  showMessage(out, passage);
  for (const message of after) showMessage(out, message, MAX_LINES_AROUND);
  out.line();
  quiet(`All steps of the session: sqrl history events ${shortId(session)}`);
}

/** A message around the cited one is shown so far. */
const MAX_LINES_AROUND = 12;

/** Prints a message; the cited one is shown whole and marked. */
function showMessage(out: TerminalOutput, message: CitedPassage['before'][number], maxLines?: number): void {
  const { id, speaker, at, text, length, tainted, skipped } = message;
  const isCited = maxLines === undefined;
  const lines = wrap(text.trim(), out.width - 4);
  const marks = [
    tainted && 'after external text',
    length > text.length && `start and end of ${length} characters`,
  ].filter(Boolean);
  const head = `${isCited ? '>' : ' '} ${localTime(at)}  ${speaker}${marks.length > 0 ? ` [${marks.join(', ')}]` : ''}`;
  out.line();
  if (skipped > 0) out.quiet(`  … ${countNoun(skipped, 'message')} left out\n`);
  out.line(out.paint(isCited ? 'bold' : 'dim', cutToWidth(head, out.width)));
  out.block(lines.slice(0, maxLines).join('\n'), 4);
  const left = lines.length - (maxLines ?? lines.length);
  if (left > 0) out.quiet(`    … ${left} more lines: sqrl show ${id}`);
}
