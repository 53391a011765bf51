import { oneLine } from '@sqrl/base/plain.ts';
import { countNoun, formatBytes } from '@sqrl/base/terminal/size.ts';
import { relativeTime } from '@sqrl/base/terminal/time.ts';
import { grouped } from '@sqrl/base/text/digits.ts';
import type { Output } from '../../../protocol/verbs.ts';
import type { Form } from '../../command.ts';
import { type CommandRun, tell } from '../../task.ts';

/** `sqrl status sources`: for every client where its logs were searched, and what was read of them. */
export const sources: Form<Record<never, never>> = {
  options: [],
  run: (task, values) => tell(task, values, ['sources', {}], (found) => show(task, found)),
};

type Source = Output<'sources'>['sources'][number];

function show(task: CommandRun, { sources }: Output<'sources'>): void {
  const { out, err } = task;
  const [there, missing] = [sources.filter(isThere), sources.filter((source) => !isThere(source))];
  for (const source of there) showSource(task, source);
  if (there.length === 0) out.line('No client logs were found on this machine.');
  if (missing.length > 0) out.line(`${there.length > 0 ? '\n' : ''}${out.paint('dim', 'Not found:')}`);
  for (const { client, lookedIn } of missing)
    out.quiet(`  ${client}: ${lookedIn.map(oneLine).join(', ') || WHERE_ELSE[client] || 'no known folder'}`);
  const waiting = there.reduce((sum, source) => sum + source.waiting, 0);
  if (waiting > 0)
    err.quiet(`\n${countNoun(waiting, 'log')} with new entries; run \`sqrl ingest\` to read them.`);
}

const isThere = ({ logs, gone, read, troubles }: Source): boolean => logs + gone + read + troubles.length > 0;

/** Clients whose logs are read only when they are passed as arguments. */
const WHERE_ELSE: Partial<Record<Source['client'], string>> = {
  ci: 'run `sqrl ingest ci FILE` to read files of a CI run',
  remote: 'events that programs send to /v1/processEvents',
  specstory: 'run `sqrl ingest PATH` for your own histories; those in a repository are not read by default',
};

function showSource(task: CommandRun, source: Source): void {
  const { out } = task;
  const dim = (text: string) => out.paint('dim', text);
  const { records } = source;
  const last =
    source.lastAt === null ? 'no event yet' : `last event ${relativeTime(source.lastAt, task.world.now())}`;
  const places = source.lookedIn.map(oneLine).join(', ') || WHERE_ELSE[source.client];
  out.line(`${out.paint('bold', source.client)}${places ? dim(` · ${places}`) : ''}`);
  const logs = [
    // A repository's history has no known size.
    `${countNoun(source.logs, 'log')}${source.bytes > 0 ? ` (${formatBytes(source.bytes)})` : ''}`,
    `${grouped(source.read)} read`,
    ...(source.waiting > 0 ? [`${source.waiting} with new entries`] : []),
    ...(source.gone > 0 ? [`${source.gone} deleted`] : []),
  ];
  out.line(`  ${logs.join(', ')}`);
  if (source.read > 0) out.line(`  ${countNoun(source.events, 'event')}, ${last}`);
  if (source.read > 0)
    out.line(
      dim(
        `  records: ${grouped(records.read)} read, ${grouped(records.passed)} skipped, ` +
          `${grouped(records.unknown)} unknown, ${grouped(records.broken)} broken`,
      ),
    );
  const strangers = [
    ...source.unknown.map((each) => ({ ...each, what: 'unknown' })),
    ...source.broken.map((each) => ({ ...each, what: 'broken' })),
  ];
  for (const { what, type, version, count: times } of strangers.slice(0, MAX_SHOWN_TYPES)) {
    const of = version === null || version === type ? '' : ` of ${oneLine(version)}`;
    out.warn(`  ${what}: ${oneLine(type)}${of}, ${countNoun(times, 'time')}`);
  }
  if (strangers.length > MAX_SHOWN_TYPES)
    out.line(dim(`  … and ${strangers.length - MAX_SHOWN_TYPES} more; --json lists all.`));
  for (const { path, because } of source.troubles)
    out.line(
      out.paint(
        'red',
        `  ${because.includes(path) ? oneLine(because) : `${oneLine(path)}: ${oneLine(because)}`}`,
      ),
    );
}

const MAX_SHOWN_TYPES = 10;
