import { HUB_LIMITS } from '@sqrl/base/model/sync/hub-protocol.ts';
import { oneLine, visible } from '@sqrl/base/plain.ts';
import type { ExitCode } from '@sqrl/base/terminal/exit.ts';
import { relativeTime } from '@sqrl/base/terminal/time.ts';
import { wrap } from '@sqrl/base/terminal/width.ts';
import type { Output } from '../../../protocol/verbs.ts';
import { markWords } from '../../memory-view.ts';
import { type CommandRun, tell } from '../../task.ts';

/** `sqrl ask --hub`: memories of this person's spaces that are not on this machine. */
export function askOthers(
  task: CommandRun,
  question: string,
  { project, limit }: { project?: string | undefined; limit?: number | undefined },
): Promise<ExitCode> {
  // A question leaves the machine only where a person says so.
  const most = limit && Math.min(limit, HUB_LIMITS.found);
  return tell(
    task,
    { project },
    ['hubSearch', { question, limit: most }],
    (output) => showOthers(task, output),
    ({ found }) => found.length > 0,
  );
}

/** Words of others: quoted, with the people and the space they come from. */
function showOthers({ out, err, world }: CommandRun, output: Output<'hubSearch'>): void {
  const { found, searched, sealed, sent, url } = output;
  found.forEach(({ space, person, isOwn, reviewedBy, contested, at, text }, i) => {
    if (i > 0) out.line();
    const facts = [
      space,
      reviewedBy === null ? 'not reviewed' : `reviewed by ${oneLine(reviewedBy)}`,
      ...(contested ? ['contested'] : []),
      relativeTime(at, world.now()),
    ];
    const place = String(i + 1).padStart(2);
    out.line(`${out.paint('bold', place)}  ${isOwn ? 'You' : oneLine(person)} (${facts.join(', ')}):`);
    for (const line of wrap(`“${visible(text.trim())}”`, out.width - 4))
      out.line(`    ${markWords(out, line, sent)}`);
  });
  if (searched.length === 0)
    err.line('The hub has nothing to search: this machine holds all of your spaces that are not sealed.');
  else if (found.length === 0) err.line(`No matching memories in ${searched.join(', ')}.`);
  const hidden = sealed.length === 0 ? '' : ` Sealed, so not searched: ${sealed.join(', ')}.`;
  err.quiet(`The question was sent to ${url}; the memories are not stored here.${hidden}`);
}
