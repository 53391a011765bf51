import { HOOK_CLIENTS, LATE_TOOLS } from '@sqrl/base/model/hook-events.ts';
import { oneLine } from '@sqrl/base/plain.ts';
import { countNoun, formatBytes, memoryCount } from '@sqrl/base/terminal/size.ts';
import { grouped } from '@sqrl/base/text/digits.ts';
import type { VerbClient } from '../../../protocol/client.ts';
import type { Output } from '../../../protocol/verbs.ts';
import type { CommandRun } from '../../task.ts';

// Each says one thing in a line; undefined where there is nothing to say.

type Status = Output<'status'>;
type Overview = Output<'overview'>;

/** What can be searched of what was said in sessions. */
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

/** The last days as a row of small bars, today last. */
export function daysLine({ activity }: Overview): string | undefined {
  const days = activity.slice(-SHOWN_DAYS).map(({ sessions, learned }) => sessions + learned);
  const most = Math.max(...days);
  if (most <= 0) return undefined;
  return days.map((n) => LEVELS[n === 0 ? 0 : Math.ceil((n / most) * (LEVELS.length - 1))]).join('');
}

const SHOWN_DAYS = 14;
const LEVELS = [...'·▁▂▃▄▅▆▇█'];

/** How good the memory is, and what that is made of. */
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

/** What Squirrel adds to the context of a session, in tokens. */
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
