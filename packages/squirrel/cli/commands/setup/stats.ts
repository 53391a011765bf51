import { HOOK_CLIENTS, LATE_TOOLS } from '@sqrl/base/model/hook-events.ts';
import { oneLine, visible } from '@sqrl/base/plain.ts';
import type { flag } from '@sqrl/base/terminal/arguments.ts';
import { countNoun, formatBytes, memoryCount } from '@sqrl/base/terminal/size.ts';
import { grouped } from '@sqrl/base/text/digits.ts';
import type { VerbClient } from '../../../protocol/client.ts';
import type { Output } from '../../../protocol/verbs.ts';
import { asks, type Form } from '../../command.ts';
import type { CommandRun } from '../../task.ts';
import { dotted, showFacts, showSection } from '../../view.ts';

type Plain = Form<Record<never, never>>;

export const stats: Plain = asks('stats', { options: [], input: () => ({}), show: showStats });

function showStats({ out, ago }: CommandRun, stats: Output<'stats'>): void {
  const { project, embedder, conversations, sessions, events, pinned, jobs, files } = stats;
  showFacts(out, [
    ['project', project && `${oneLine(project.name)} ${out.dim(oneLine(project.root))}`],
    ['memories', `${stats.memories} ${out.dim(`· ${pinned} pinned`)}`],
    ['used', `${stats.usedIn30Days} in the last 30 days`],
    ['types', countsOf(stats.byType)],
    ['scopes', countsOf(stats.byScope)],
    ['states', countsOf(stats.byStatus)],
    ['sessions', events > 0 && `${sessions} ${out.dim(`· ${countNoun(events, 'event')}`)}`],
    ['said', conversationsLine(conversations)],
    [
      'embedder',
      `${oneLine(embedder.id)} ${out.dim(`· ${embedder.embedded} embedded · ${embedder.waiting} waiting`)}`,
    ],
  ]);
  showSection(
    out,
    'Jobs',
    jobs.map(({ name, state, total, done, updatedAt, note }) => ({
      head: name,
      facts: [`${state}${total > 0 ? ` ${done} of ${total}` : ''}`, ago(updatedAt), note],
    })),
    { dots: true },
  );
  showSection(
    out,
    'Files',
    files.map(({ path, memories, bytes, lastCopyAt }) => ({
      head: path,
      facts: [
        memoryCount(memories),
        formatBytes(bytes),
        lastCopyAt === null ? 'no copy yet' : `copied ${ago(lastCopyAt)}`,
      ],
    })),
    { dots: true },
  );
}

const countsOf = (counts: Record<string, number>) =>
  Object.entries(counts)
    .sort(([, a], [, b]) => b - a)
    .map(([name, number]) => `${number} ${oneLine(name)}`)
    .join(', ');

export const sources: Plain = asks('sources', { options: [], input: () => ({}), show: showSources });

type Source = Output<'sources'>['sources'][number];

function showSources(task: CommandRun, { sources }: Output<'sources'>): void {
  const { out, err } = task;
  const { there = [], missing = [] } = Object.groupBy(sources, ({ logs, gone, read, troubles }) =>
    logs + gone + read + troubles.length > 0 ? 'there' : 'missing',
  );
  for (const source of there) showSource(task, source);
  if (there.length === 0) out.line('No client logs were found on this machine.');
  if (missing.length > 0) out.line(`${there.length > 0 ? '\n' : ''}${out.dim('Not found:')}`);
  for (const { client, lookedIn } of missing)
    out.quiet(`  ${client}: ${lookedIn.map(oneLine).join(', ') || WHERE_ELSE[client] || 'no known folder'}`);
  const waiting = there.reduce((sum, source) => sum + source.waiting, 0);
  if (waiting > 0)
    err.quiet(`\n${countNoun(waiting, 'log')} with new entries; run \`sqrl ingest\` to read them.`);
}

/** Clients whose logs are read only when they are passed as arguments. */
const WHERE_ELSE: Partial<Record<Source['client'], string>> = {
  ci: 'run `sqrl ingest ci FILE` to read files of a CI run',
  remote: 'events that programs send to /v1/processEvents',
  specstory: 'run `sqrl ingest PATH` for your own histories; those in a repository are not read by default',
};

function showSource({ out, ago }: CommandRun, source: Source): void {
  const { client, lookedIn, logs, bytes, read, waiting, gone, events, lastAt, records, troubles } = source;
  const places = lookedIn.map(oneLine).join(', ') || WHERE_ELSE[client];
  out.line(`${out.bold(client)}${places ? out.dim(` · ${places}`) : ''}`);
  const counts = [
    // A repository's history has no known size.
    `${countNoun(logs, 'log')}${bytes > 0 ? ` (${formatBytes(bytes)})` : ''}`,
    `${grouped(read)} read`,
    ...(waiting > 0 ? [`${waiting} with new entries`] : []),
    ...(gone > 0 ? [`${gone} deleted`] : []),
  ];
  out.line(`  ${counts.join(', ')}`);
  if (read > 0) {
    const last = lastAt === null ? 'no event yet' : `last event ${ago(lastAt)}`;
    out.line(`  ${countNoun(events, 'event')}, ${last}`);
    const kinds = [
      `${grouped(records.read)} read, ${grouped(records.passed)} skipped`,
      `${grouped(records.unknown)} unknown, ${grouped(records.broken)} broken`,
    ];
    out.quiet(`  records: ${kinds.join(', ')}`);
  }
  const strangers = [
    ...source.unknown.map((each) => ({ ...each, what: 'unknown' })),
    ...source.broken.map((each) => ({ ...each, what: 'broken' })),
  ];
  for (const { what, type, version, count: times } of strangers.slice(0, MAX_SHOWN_TYPES)) {
    const of = version === null || version === type ? '' : ` of ${oneLine(version)}`;
    out.warn(`  ${what}: ${oneLine(type)}${of}, ${countNoun(times, 'time')}`);
  }
  if (strangers.length > MAX_SHOWN_TYPES)
    out.quiet(`  … and ${strangers.length - MAX_SHOWN_TYPES} more; --json lists all.`);
  for (const { path, because } of troubles)
    out.line(out.paint('red', `  ${oneLine(because.includes(path) ? because : `${path}: ${because}`)}`));
}

const MAX_SHOWN_TYPES = 10;

export const spending: Form<{ prompts: typeof flag }> = asks('spending', {
  options: ['prompts'],
  input: () => ({}),
  show: (task, found, { prompts }) => (prompts ? showPrompts : showSpending)(task, found),
});

type Spending = Output<'spending'>;

function showSpending({ out }: CommandRun, spent: Spending): void {
  const { provider, model, allowed, cap, today, month, asked } = spent;
  const who = model === null ? provider : `${provider} ${out.dim(oneLine(model))}`;
  const most = { tokens: `of ${grouped(cap.tokens)} tokens`, cost: `of ${dollars(cap.cost)}` };
  showFacts(out, [
    ['model', allowed ? who : 'off: no LLM is called'],
    [
      'today',
      `${tokens(today)} ${most.tokens}, ${dollars(today.cost)} ${most.cost} ${out.dim(calls(today))}`,
    ],
    ['30 days', `${tokens(month)} tokens, ${dollars(month.cost)} ${out.dim(calls(month))}`],
  ]);
  if (month.by.length > 0) out.heading('Last 30 days');
  for (const each of month.by) {
    const facts = dotted([each.model, `${tokens(each)} tokens`, dollars(each.cost)]);
    out.line(`  ${oneLine(each.purpose)} ${out.dim(`${facts} ${calls(each)}`)}`);
  }
  showSection(
    out,
    'This project',
    asked.map(({ prompt, ...each }) => ({
      head: prompt,
      facts: [
        `${each.asked} calls`,
        `${each.kept} proposed`,
        `${each.refused} rejected`,
        `${each.failed} failed`,
        `${each.passedOver} skipped`,
      ],
    })),
    { dots: true },
  );
}

function showPrompts({ out }: CommandRun, { prompts }: Spending): void {
  for (const [i, { name, version, system }] of prompts.entries()) {
    if (i > 0) out.line();
    out.line(out.bold(`${oneLine(name)}, version ${version}`));
    out.line(visible(system));
  }
}

const tokens = ({ input, output }: { input: number; output: number }): string => grouped(input + output);

const dollars = (amount: number): string => `$${amount.toFixed(2)}`;

const calls = ({ calls, failed }: { calls: number; failed: number }): string =>
  `· ${countNoun(calls, 'call')}${failed > 0 ? `, ${failed} failed` : ''}`;

// Each says one thing in a line; undefined where there is nothing to say.

type Status = Output<'status'>;
type Overview = Output<'overview'>;

export function conversationsLine(of: Output<'stats'>['conversations']): string | undefined {
  const { passages, embedded, vectorBytes, maxVectorBytes, waiting, because } = of;
  if (passages === 0) return undefined;
  const room = `${formatBytes(vectorBytes)} of at most ${formatBytes(maxVectorBytes)}`;
  const vectors = embedded > 0 ? ` (${room})` : '';
  const rest = waiting > 0 ? `, ${grouped(waiting)} not embedded yet` : '';
  const why = because ? `: ${oneLine(because)}` : '';
  return `${countNoun(passages, 'passage')} searchable, ${grouped(embedded)} by meaning${vectors}${rest}${why}`;
}

/** What was spared this week, with how sure that is. */
export function sparedLine({ week }: Overview): string | undefined {
  const parts = [
    told(week.sparedTokens, 'token', 'tokens'),
    told(week.sparedFailures, 'repeated failure', 'repeated failures'),
  ].filter((part) => part !== undefined);
  return parts.length > 0 ? `${parts.join(', ')} this week` : undefined;
}

function told({ value, low, high }: Overview['week']['sparedTokens'], one: string, many: string) {
  if (value === null || low === null || high === null) return undefined;
  const [from, to] = [low, high].map((number) => grouped(Math.round(number)));
  return `about ${countNoun(Math.round(value), one, many)} (${from} to ${to})`;
}

export function daysLine({ activity }: Overview): string | undefined {
  const days = activity.slice(-SHOWN_DAYS).map(({ sessions, learned }) => sessions + learned);
  const most = Math.max(...days);
  if (most <= 0) return undefined;
  return days.map((n) => LEVELS[n === 0 ? 0 : Math.ceil((n / most) * (LEVELS.length - 1))]).join('');
}

const SHOWN_DAYS = 14;
const LEVELS = [...'·▁▂▃▄▅▆▇█'];

export function healthLine({ health: { score, fresh, decided, covered } }: Overview): string | undefined {
  if (score === null) return undefined;
  const share = (part: number, what: string) => `${Math.round(100 * part)} % ${what}`;
  const lies = covered === null ? '' : `, ${share(covered, 'of changed files lie in a part with memories')}`;
  return `${score} of 100: ${share(fresh, 'still match the code')}, ${share(decided, 'need no decision')}${lies}`;
}

export function todayLine({ learned, changed, sessions, told }: Status['today']): string {
  if (learned + changed + sessions + told === 0) return 'nothing yet';
  const parts = [
    `${memoryCount(learned)} learned`,
    ...(changed > 0 ? [`${grouped(changed)} changed`] : []),
    ...(sessions > 0 ? [`in ${countNoun(sessions, 'session')}`] : []),
  ];
  return `${parts.join(', ')}${told > 0 ? `; ${countNoun(told, 'reminder')} shown` : ''}`;
}

export function savedLine({ hits, chances, uses, told, tokens }: Status['saved']): string {
  if (told + chances === 0) return 'no reminder was shown to an agent yet';
  const spared = hits > 0 ? `${countNoun(hits, 'problem')} avoided, ` : '';
  const followed =
    chances === 0
      ? 'what was told had no occasion yet'
      : `what was told was followed on ${grouped(uses)} of ${countNoun(chances, 'occasion')}`;
  return `${spared}${followed} (${countNoun(told, 'reminder')}, ${countNoun(tokens, 'token')})`;
}

export function daemonLine(daemon: Status['daemon']): string {
  if (!daemon) return '· no daemon is running; run `sqrl start`';
  const minutes = Math.floor(daemon.uptimeMs / 60_000);
  const long = minutes < 120 ? `${minutes} min` : `${Math.floor(minutes / 60)} h`;
  const up = minutes < 1 ? 'just started' : `up ${long}`;
  const busy = `${Math.round(daemon.cpuShare * 100)} % CPU`;
  return `${daemon.version} · ${up} · ${formatBytes(daemon.memory)} · ${busy} · process ${daemon.pid}`;
}

interface ContextCost {
  /** Of the brief that the next session of this project would start with. */
  brief: number;
  /** Of all reminders that were shown today, in all sessions. */
  today: number;
  /** Of the tools, in bytes and tokens. */
  tools: { bytes: number; tokens: number; instructions: number };
  /** What the tools cost in each client before they are used: some load a tool when an agent looks for it. */
  byClient: Record<string, number>;
}

export async function contextCost(
  { world }: CommandRun,
  client: VerbClient,
  status: Status,
): Promise<ContextCost> {
  const { tokens: brief } = await client.call('deliver', {
    ...{ client: 'claude-code', session: 'sqrl-status', record: false },
    moment: { point: 'session start', because: 'startup' },
  });
  const tools = world.mcp.cost;
  const costs = HOOK_CLIENTS.map((client) => [
    client,
    tools.instructions + (LATE_TOOLS.includes(client) ? 0 : tools.tokens),
  ]);
  return { brief, today: status.today.tokens, tools, byClient: Object.fromEntries(costs) };
}

export function contextLine({ brief, today, tools, byClient }: ContextCost): string {
  const late = LATE_TOOLS.map((client) => `${client} ${byClient[client]}`).join(', ');
  const perSession = countNoun(tools.tokens + tools.instructions, 'token');
  return [
    `brief ${countNoun(brief, 'token')}`,
    `reminders ${countNoun(today, 'token')} today`,
    `tools ${perSession} per session (${formatBytes(tools.bytes)} of definitions; ${late} until they are used)`,
  ].join(', ');
}
