import { oneLine, visible } from '@sqrl/base/plain.ts';
import { localTime, relativeTime } from '@sqrl/base/terminal/time.ts';
import { cutToWidth, wrap } from '@sqrl/base/terminal/width.ts';
import type { Output } from '../../../protocol/verbs.ts';
import { shortId } from '../../session-id.ts';
import type { CommandRun } from '../../task.ts';
import { showSection } from '../../view.ts';

/** A plan that was pasted as a prompt is not shown whole. */
const MAX_LINES = 6;

/** Prints how a line came to be. */
export function showLineOrigin(
  { out, world }: Pick<CommandRun, 'out' | 'world'>,
  { path, line, text, commit, work, asked, memories }: Output<'lineOrigin'>,
): void {
  out.line(
    cutToWidth(`${out.paint('bold', `${oneLine(path)}:${line}`)}  ${oneLine(text.trim())}`, out.width),
  );
  if (commit) {
    const facts = [commit.id, oneLine(commit.author), relativeTime(commit.at, world.now())];
    out.line(`Commit   ${cutToWidth(oneLine(commit.subject), out.width - 9)}`);
    out.quiet(`         ${facts.join(' · ')}`);
  } else out.line('Commit   not committed yet');
  if (work) {
    const how = work.madeCommit ? 'made the commit' : work.changedLine ? LIKELY.line : LIKELY.file;
    out.line(`Session  ${oneLine(work.client)} ${shortId(work.session)} · ${localTime(work.at)} · ${how}`);
  } else
    out.line(
      `Session  ${commit ? 'none read here changed this file in the 30 days before' : 'none read here changed this file'}`,
    );
  for (const { id, at, text, tainted, answers } of asked) {
    const marks = [localTime(at), tainted && 'after external text', `sqrl show ${id}`];
    out.line(`Asked    ${out.paint('dim', marks.filter(Boolean).join(' · '))}`);
    if (answers !== null)
      for (const each of wrap(`(to: ${oneLine(answers)})`, out.width - 9)) out.quiet(`         ${each}`);
    const lines = wrap(visible(text.trim()), out.width - 9);
    for (const each of lines.slice(0, MAX_LINES)) out.line(`         ${each}`);
    if (lines.length > MAX_LINES) out.quiet(`         … ${lines.length - MAX_LINES} more lines`);
  }
  if (work?.task?.summary)
    for (const each of wrap(`Came of it: ${oneLine(work.task.summary)}`, out.width - 9))
      out.quiet(`         ${each}`);
  showSection(
    out,
    work ? 'Known from that task or shared about the file' : 'Shared about the file',
    memories.map(({ id, type, text }) => ({ mark: id, head: text, facts: [type] })),
  );
}

const LIKELY = {
  line: 'likely: the last to change these lines before',
  file: 'likely: the last to change the file before',
};
