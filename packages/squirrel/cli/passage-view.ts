import { oneLine, visible } from '@sqrl/base/plain.ts';
import { countNoun } from '@sqrl/base/terminal/size.ts';
import type { TerminalOutput } from '@sqrl/base/terminal/terminal.ts';
import { localTime } from '@sqrl/base/terminal/time.ts';
import { cutToWidth, wrap } from '@sqrl/base/terminal/width.ts';
import type { Output } from '../protocol/verbs.ts';
import { shortId } from './session-id.ts';

type CitedPassage = Output<'passage'>;
type PassageMessage = CitedPassage['before'][number];

/** Prints a cited message as a part of its conversation: where it was said, then message by message. */
export function showPassage(sheet: TerminalOutput, passage: CitedPassage): void {
  const { client, session, branch, episode, files, before, after } = passage;
  const where = [passage.id, client, `session ${shortId(session)}`, ...(branch === null ? [] : [branch])];
  sheet.line(cutToWidth(where.map(oneLine).join(' · '), sheet.width));
  if (episode) sheet.line(dim(`Task: ${oneLine(episode.task)}`));
  if (files.length > 0) sheet.line(dim(`Files: ${files.map(oneLine).join(', ')}`));
  for (const message of before) showMessage(sheet, message, MAX_LINES_AROUND);
  showMessage(sheet, passage);
  for (const message of after) showMessage(sheet, message, MAX_LINES_AROUND);
  sheet.line();
  sheet.line(dim(`All steps of the session: sqrl history events ${shortId(session)}`));

  function dim(text: string): string {
    return sheet.paint('dim', cutToWidth(text, sheet.width));
  }
}

/** A message around the cited one is shown so far. */
const MAX_LINES_AROUND = 12;

/** Prints a message; the cited one is shown whole and marked. */
function showMessage(
  sheet: TerminalOutput,
  { id, speaker, at, text, length, tainted, skipped }: PassageMessage,
  maxLines?: number,
): void {
  const isCited = maxLines === undefined;
  const lines = wrap(visible(text.trim()), sheet.width - INDENT.length);
  const shown = lines.slice(0, maxLines);
  const marks = [
    ...(tainted ? ['after external text'] : []),
    ...(length > text.length ? [`start and end of ${length} characters`] : []),
  ];
  const when = `${isCited ? '>' : ' '} ${localTime(at)}`;
  const head = `${when}  ${speaker}${marks.length > 0 ? ` [${marks.join(', ')}]` : ''}`;
  sheet.line();
  if (skipped > 0) {
    sheet.quiet(`  … ${countNoun(skipped, 'message')} left out`);
    sheet.line();
  }
  sheet.line(sheet.paint(isCited ? 'bold' : 'dim', cutToWidth(head, sheet.width)));
  for (const line of shown) sheet.line(`${INDENT}${line}`);
  if (shown.length < lines.length)
    sheet.quiet(`${INDENT}… ${lines.length - shown.length} more lines: sqrl show ${id}`);
}

const INDENT = '    ';
