import { isDeliverable, type TrustLevel } from '@sqrl/base/model/delivery.ts';
import { type Memory, MUTED } from '@sqrl/base/model/memory.ts';
import { quoteMarks, toldWords } from '@sqrl/base/model/sync/told.ts';
import { isWithinWhose, type Whose } from '@sqrl/base/model/whose.ts';
import { estimateTokens } from '@sqrl/base/text/tokens.ts';

export interface DeliveryCandidate {
  memory: Memory;
  why: string;
}

/** Of what may be said, what is best proven first. */
export const surestFirst = ({ memory: a }: DeliveryCandidate, { memory: b }: DeliveryCandidate): number =>
  Number(b.tier === 'emergency') - Number(a.tier === 'emergency') ||
  Number(b.verified) - Number(a.verified) ||
  b.confidence - a.confidence ||
  (a.id < b.id ? -1 : 1);

export interface DeliveryLine {
  text: string;
  tokens: number;
  /** The memory it tells; null where it tells of something else, such as an unfinished episode. */
  memory: string | null;
  also?: readonly { memory: string; why: string }[];
  passage?: string;
  why: string;
}

export const memoriesOn = ({
  memory,
  why,
  also = [],
}: Pick<DeliveryLine, 'memory' | 'why' | 'also'>): { memory: string; why: string }[] =>
  memory === null ? [] : [{ memory, why }, ...also];

export interface DeliveryText {
  text: string;
  tokens: number;
  lines: DeliveryLine[];
  left: { memory: string; because: string }[];
}

export const SILENCE: DeliveryText = { text: '', tokens: 0, lines: [], left: [] };

/** Adds to what was left out, and why. */
export const withLeft = (saying: DeliveryText, left: DeliveryText['left']): DeliveryText => ({
  ...saying,
  left: [...saying.left, ...left],
});

export interface Listener {
  session: string;
  /** The branch that is checked out; null where none is, or it is not known. */
  branch: string | null;
  level: TrustLevel;
  now: number;
  /** For whom it works, where it is the agent of a program. */
  whose?: Whose | undefined;
}

/**
 * Why a memory may not be said to a listener unasked; undefined where it may. What was learned on another branch does not
 * hold here yet; what was said for a task is told on its branch, or in the session where it was said (`isOwn`).
 */
export function withheldFrom(
  memory: Memory,
  { session, branch, level, now, whose = {} }: Listener,
  isOwn = false,
): string | undefined {
  if (memory.tags.includes(MUTED)) return 'it is muted';
  if (!isDeliverable(memory, now, level)) return `not trusted enough to be shown unasked (trust: ${level})`;
  if (memory.reach === 'task') {
    const isHere =
      isOwn ||
      (memory.branch !== null && memory.branch === branch) ||
      (memory.scope === 'session' && memory.scopeOf === session);
    return isHere ? undefined : 'it belongs to another task';
  }
  if (memory.branch !== null && memory.branch !== branch) return `it applies only on ${memory.branch} so far`;
  if (memory.scope === 'session' && memory.scopeOf !== session && !isWithinWhose(memory, whose))
    return 'it belongs to another session';
  return undefined;
}

/** Whether something that holds in a subtree has to do with some files. */
export const isWithin = ({ scope, scopeOf }: Memory, files: readonly string[]): boolean =>
  scope !== 'path' ||
  scopeOf === null ||
  files.some((file) => file === scopeOf || file.startsWith(`${scopeOf}/`));

/** A guard is read at a glance, or not at all. */
export const MAX_GUARD_TOKENS = 60;

interface LineBudget {
  lines: number;
  each: number;
  tokens: number;
}

/** Says a few memories, one short line each, the first first. */
export function inFewLines(
  items: readonly DeliveryCandidate[],
  room: LineBudget,
  heading?: string,
): DeliveryText {
  const lines: DeliveryLine[] = [];
  const left: DeliveryText['left'] = [];
  const textOf = (some: readonly DeliveryLine[]) =>
    [...(heading ? [heading] : []), ...some.map(({ text }) => text)].join('\n');
  for (const { memory, why } of items) {
    const text = lines.length < room.lines ? shortLine(memory, room.each) : undefined;
    const line = text && { text, tokens: estimateTokens(text), memory: memory.id, why };
    if (line && estimateTokens(textOf([...lines, line])) <= room.tokens) lines.push(line);
    else left.push({ memory: memory.id, because: line ? 'over the token limit' : 'over the line limit' });
  }
  if (lines.length === 0) return { ...SILENCE, left };
  const text = textOf(lines);
  return { text, tokens: estimateTokens(text), lines, left };
}

/** A memory in at most this many tokens, its citation included; undefined where not even that has room. */
function shortLine(memory: Memory, tokens: number): string | undefined {
  const [before, after] = quoteMarks(memory);
  const cite = `${after} [Memory #${memory.id}]`;
  const whole = before + toldWords(memory);
  if (estimateTokens(whole + cite) <= tokens) return whole + cite;
  const words = whole.split(' ');
  let [fits, not] = [0, words.length];
  while (not - fits > 1) {
    const middle = (fits + not) >> 1;
    if (estimateTokens(`${words.slice(0, middle).join(' ')}…${cite}`) <= tokens) fits = middle;
    else not = middle;
  }
  return fits === 0
    ? undefined
    : `${words
        .slice(0, fits)
        .join(' ')
        .replace(/[.,;:]$/, '')}…${cite}`;
}
