import { oneLine } from '@sqrl/base/plain.ts';
import { countNoun, formatBytes, memoryCount } from '@sqrl/base/terminal/size.ts';
import { relativeTime } from '@sqrl/base/terminal/time.ts';
import type { Output } from '../../../protocol/verbs.ts';
import type { Form } from '../../command.ts';
import { conversationsLine } from '../../conversations-view.ts';
import { type CommandRun, tell } from '../../task.ts';
import { showFacts } from '../../view.ts';

/** `sqrl status stats`: memories, embeddings, jobs, files and copies. */
export const stats: Form<Record<never, never>> = {
  options: [],
  run: (task, values) => tell(task, values, ['stats', {}], (found) => show(task, found)),
};

function show(task: CommandRun, stats: Output<'stats'>): void {
  const { out } = task;
  const now = task.world.now();
  const heading = (text: string) => out.line(`\n${out.paint('bold', text)}`);
  const { embedded, waiting, id } = stats.embedder;
  showFacts(out, [
    [
      'project',
      stats.project !== null &&
        `${oneLine(stats.project.name)} ${out.paint('dim', oneLine(stats.project.root))}`,
    ],
    ['memories', `${stats.memories} ${out.paint('dim', `· ${stats.pinned} pinned`)}`],
    ['used', `${stats.usedIn30Days} in the last 30 days`],
    ['types', countsOf(stats.byType)],
    ['scopes', countsOf(stats.byScope)],
    ['states', countsOf(stats.byStatus)],
    [
      'sessions',
      stats.events > 0 && `${stats.sessions} ${out.paint('dim', `· ${countNoun(stats.events, 'event')}`)}`,
    ],
    ['said', conversationsLine(stats.conversations) ?? false],
    ['embedder', `${oneLine(id)} ${out.paint('dim', `· ${embedded} embedded · ${waiting} waiting`)}`],
  ]);
  if (stats.jobs.length > 0) heading('Jobs');
  for (const job of stats.jobs) {
    const far = job.total > 0 ? ` ${job.done} of ${job.total}` : '';
    const facts = [`${job.state}${far}`, relativeTime(job.updatedAt, now), ...(job.note ? [job.note] : [])];
    out.line(
      `  ${oneLine(job.name)} ${out.paint('dim', facts.map((fact) => `· ${oneLine(fact)}`).join(' '))}`,
    );
  }
  if (stats.files.length > 0) heading('Files');
  for (const file of stats.files) {
    const copy = file.lastCopyAt === null ? 'no copy yet' : `copied ${relativeTime(file.lastCopyAt, now)}`;
    const facts = `· ${memoryCount(file.memories)} · ${formatBytes(file.bytes)} · ${copy}`;
    out.line(`  ${oneLine(file.path)} ${out.paint('dim', facts)}`);
  }
}

const countsOf = (counts: Record<string, number>) =>
  Object.entries(counts)
    .sort(([, a], [, b]) => b - a)
    .map(([name, number]) => `${number} ${oneLine(name)}`)
    .join(', ');
