import { oneLine, visible } from '@sqrl/base/plain.ts';
import { relativeTime } from '@sqrl/base/terminal/time.ts';
import { cutToWidth, wrap } from '@sqrl/base/terminal/width.ts';
import type { Output } from '../protocol/verbs.ts';
import { markWords } from './mark-words.ts';
import type { CommandRun } from './task.ts';

type Screen = Pick<CommandRun, 'out' | 'world'>;
type Passage = Output<'ask'>['passages'][number];

const SPEAKERS = { person: 'You', agent: 'Agent' } as const;

/** Prints passages of past sessions, each between the messages beside it. */
export function showPassages({ out, world }: Screen, passages: readonly Passage[], question: string): void {
  if (passages.length === 0) return;
  out.line(out.paint('bold', 'Said in past sessions:'));
  for (const { number, id, speaker, at, text, before, after, earlier, tainted } of passages) {
    const facts = [
      new Date(at).toISOString().slice(0, 10),
      relativeTime(at, world.now()),
      ...(earlier ? ['earlier; see the newer one above'] : []),
      ...(tainted ? ['after reading outside text'] : []),
      id,
    ];
    out.line(
      `${out.paint('bold', `[${number}]`)} ${SPEAKERS[speaker]} ${out.paint('dim', facts.map((fact) => `· ${fact}`).join(' '))}`,
    );
    for (const neighbor of before) showNeighbor(out, neighbor);
    for (const line of wrap(visible(text), out.width - 4)) out.line(`    ${markWords(out, line, question)}`);
    for (const neighbor of after) showNeighbor(out, neighbor);
  }
}

/** So much of a neighbor fits on a line or two. */
const NEIGHBOR_CHARS = 160;

function showNeighbor(out: Screen['out'], { speaker, text }: Passage['before'][number]): void {
  const line = oneLine(text);
  const cut = line.length > NEIGHBOR_CHARS ? `${line.slice(0, NEIGHBOR_CHARS).toWellFormed()}…` : line;
  for (const each of wrap(`${SPEAKERS[speaker]}: ${cut}`, out.width - 4)) out.quiet(`    ${each}`);
}

/** Prints what was worked on. */
export function showWork({ out, world }: Screen, work: Output<'ask'>['work']): void {
  for (const { task, status, outcome, startedAt, filesChanged, said } of work) {
    out.line(`${oneLine(task)} ${out.paint('dim', `· ${status} · ${relativeTime(startedAt, world.now())}`)}`);
    const files = filesChanged.length > 0 ? `changed ${filesChanged.slice(0, 5).join(', ')}` : '';
    const facts = [oneLine(outcome), files].filter((fact) => fact !== '').join(' · ');
    if (facts !== '') for (const line of wrap(facts, out.width - 4)) out.quiet(`    ${line}`);
    if (said)
      for (const line of wrap(`${oneLine(said.text)} ${said.id}`, out.width - 4)) out.line(`    ${line}`);
  }
}

/** Prints past tasks about what a question asks. */
export function showTasks(screen: Screen, tasks: Output<'ask'>['tasks']): void {
  if (tasks.length === 0) return;
  screen.out.line(screen.out.paint('bold', 'Past tasks:'));
  showWork(screen, tasks);
}

/** Prints what fails again and again, with what worked. */
export function showFailures({ out, world }: Screen, failures: Output<'ask'>['failures']): void {
  for (const { command, error, times, sessions, lastAt, fix } of failures) {
    const [head, ...below] = [...(command ? [command] : []), error];
    out.line(cutToWidth(oneLine(head!), out.width));
    for (const each of below) out.line(`    ${cutToWidth(oneLine(each), out.width - 4)}`);
    const seen = `failed ${times} ${times === 1 ? 'time' : 'times'} in ${sessions} sessions, last ${relativeTime(lastAt, world.now())}`;
    out.quiet(`    ${seen}`);
    if (fix?.command) out.line(`    works: ${cutToWidth(oneLine(fix.command), out.width - 11)}`);
    else if (fix && fix.changed.length > 0) out.line(`    fixed by changing ${fix.changed.join(', ')}`);
  }
}
