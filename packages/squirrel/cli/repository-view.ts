import { oneLine } from '@sqrl/base/plain.ts';
import { relativeTime } from '@sqrl/base/terminal/time.ts';
import { cutToWidth, wrap } from '@sqrl/base/terminal/width.ts';
import type { Output } from '../protocol/verbs.ts';
import type { CommandRun } from './task.ts';

type Screen = Pick<CommandRun, 'out' | 'world'>;
type RepositoryAnswers = Pick<Output<'ask'>, 'commits' | 'code'>;

const SHOWN_FILES = 5;

/** Prints the commits and the code that answer a question, with a line between them and the rest. */
export function showRepository({ out, world }: Screen, { commits, code }: RepositoryAnswers): void {
  if (commits.length > 0) out.line(out.paint('bold', 'Commits:'));
  for (const { id, at, author, subject, files, filesChanged } of commits) {
    out.line(`  ${cutToWidth(oneLine(subject), out.width - 2)}`);
    const day = new Date(at).toISOString().slice(0, 10);
    const facts = [day, relativeTime(at, world.now()), oneLine(author), id];
    out.quiet(`    ${facts.join(' · ')}`);
    const shown = files.slice(0, SHOWN_FILES).map(oneLine).join(', ');
    const more = filesChanged > SHOWN_FILES ? ` and ${filesChanged - SHOWN_FILES} more` : '';
    if (shown !== '')
      for (const line of wrap(`changed ${shown}${more}`, out.width - 4)) out.quiet(`    ${line}`);
  }
  if (code.length > 0) out.line(out.paint('bold', 'Code:'));
  for (const { path, line, kind, name, excerpt } of code) {
    const what = name === null ? '' : ` ${kind} ${oneLine(name)}`;
    out.line(`  ${oneLine(path)}:${line}${out.paint('dim', what)}`);
    if (excerpt !== '') out.quiet(`    ${cutToWidth(oneLine(excerpt), out.width - 4)}`);
  }
  if (commits.length + code.length > 0) out.line();
}

/** Prints one commit with its message and files. */
export function showCommit(
  { out, world }: Screen,
  { hash, at, author, subject, body, files, filesChanged }: Output<'commit'>,
): void {
  out.line(out.paint('bold', oneLine(subject)));
  const day = new Date(at).toISOString().slice(0, 10);
  out.quiet(`${hash} · ${oneLine(author)} · ${day} · ${relativeTime(at, world.now())}`);
  if (body !== '') {
    out.line();
    for (const line of body.split('\n')) out.line(oneLine(line));
  }
  if (files.length > 0) out.line();
  for (const file of files) out.line(`  ${oneLine(file)}`);
  if (filesChanged > files.length) out.quiet(`  and ${filesChanged - files.length} more`);
}
