import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { isDeliverable, type TrustLevel } from '@sqrl/base/model/delivery.ts';
import { type Memory, MUTED } from '@sqrl/base/model/memory.ts';
import { quoteMarks, toldWords } from '@sqrl/base/model/sync/told.ts';
import { isWithinWhose, type Whose } from '@sqrl/base/model/whose.ts';
import { redactSync } from '@sqrl/base/redact/redact.ts';
import { estimateTokens } from '@sqrl/base/text/tokens.ts';
import { overruled } from '../../learn/claims/rivals.ts';
import { currentConfidence } from '../../learn/lifecycle/confidence.ts';
import { TaskFiles } from '../../learn/tasks/project-tasks.ts';
import { projectTime } from '../../store/events/project-time.ts';
import { lastUsesOf, saidInSession, supersededAmong } from '../../store/memory/places.ts';
import type { Engine } from '../../workspace/workspace.ts';
import type { LoadedRules, LoadedText } from './loaded-rules.ts';

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
function withheldFrom(
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

/** Says a few memories, one short line each, the first first. */
export function inFewLines(
  items: readonly DeliveryCandidate[],
  room: Record<'lines' | 'each' | 'tokens', number>,
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

interface DeliverySelection<T> {
  may: T[];
  left: { memory: string; because: string }[];
}

/**
 * Sorts out what must not be said unasked: what is not sure enough by now or in doubt, what holds elsewhere, what was said
 * already or stands in a file that the client loads, commands that the project's files speak against, what a newer memory
 * or the project's own has taken the place of, and what looks like a secret.
 */
export function tellable<T extends { memory: Memory }>(
  engine: Engine,
  items: readonly T[],
  {
    listener,
    told,
    loaded,
    loads,
    only,
  }: {
    listener: Listener;
    told: ReadonlySet<string>;
    loaded: LoadedRules;
    loads?: LoadedText | undefined;
    only?: ((memory: Memory) => boolean) | undefined;
  },
): DeliverySelection<T> {
  const left: DeliverySelection<T>['left'] = [];
  const refuse = (memory: Memory, because: string) => void left.push({ memory: memory.id, because });
  const byNow = fadedAmong(engine, items, listener.now);
  const own = ownTasks(engine, items, listener.session);
  const open = items.filter(({ memory }) => {
    const file = loaded.get(memory.id) ?? loads?.(memory);
    const because = told.has(memory.id)
      ? 'already shown in this session'
      : file !== undefined
        ? `the client loads ${file} itself`
        : only?.(memory) === false
          ? 'withheld from this session to measure the effect'
          : (withheldFrom(byNow(memory), listener, own.has(memory.id)) ?? deniedByFiles(engine, memory));
    if (because !== undefined) refuse(memory, because);
    return because === undefined;
  });
  const ids = open.map(({ memory }) => memory.id);
  const stores = engine.indexedStores.map(({ store }) => store);
  const old = new Set(stores.flatMap((store) => supersededAmong(store, ids)));
  const elsewhere = overruled(
    engine,
    open.map(({ memory }) => memory),
  );
  const seen = new Set<string>();
  const may = open.filter(({ memory }) => {
    const because = old.has(memory.id)
      ? 'a newer memory replaced it'
      : elsewhere.has(memory.id)
        ? 'the project has its own memory with this key'
        : seen.has(memory.id)
          ? 'already shown'
          : redactSync(memory.text).found.length > 0
            ? 'it may contain a secret'
            : undefined;
    if (because === undefined) seen.add(memory.id);
    else refuse(memory, because);
    return because === undefined;
  });
  return { may, left };
}

function ownTasks(
  { indexedStores }: Engine,
  items: readonly { memory: Memory }[],
  session: string,
): ReadonlySet<string> {
  const tasks = items.flatMap(({ memory }) => (memory.reach === 'task' ? memory.id : []));
  return new Set(indexedStores.flatMap(({ store }) => saidInSession(store, tasks, session)));
}

/** Memories with the confidence they have by now, after the work in which they were not used. */
function fadedAmong(
  { indexedStores, own }: Engine,
  items: readonly { memory: Memory }[],
  now: number,
): (memory: Memory) => Memory {
  const fading = items.flatMap(({ memory }) => (memory.halfLifeDays === null ? [] : memory.id));
  if (fading.length === 0) return (memory) => memory;
  const used = new Map(indexedStores.flatMap(({ store }) => [...lastUsesOf(store, fading)]));
  const time = projectTime(own.store, now);
  return (memory) => ({
    ...memory,
    confidence: currentConfidence(memory, { lastUsedAt: used.get(memory.id) ?? null, time }),
  });
}

function deniedByFiles({ project }: Engine, memory: Memory): string | undefined {
  const file = project && fileAgainst(project.root, memory);
  return file === undefined ? undefined : `${file} of the project says otherwise`;
}

type CommandMemory = Pick<Memory, 'key' | 'text' | 'record' | 'verified' | 'pinned'>;

/**
 * The file of the project that speaks against a command learned from sessions: a lock file of another package manager, or
 * a package.json, Makefile or justfile without that task. Undefined if none does, or does not for each command
 * of the memory. A command that a person confirmed stands.
 */
export function fileAgainst(root: string, memory: CommandMemory): string | undefined {
  if (!memory.key?.startsWith('command.') || memory.verified || memory.pinned) return undefined;
  const files = usesOf(memory).map((use) => fileAgainstUse(root, use));
  return files.every((file) => file !== undefined) ? files[0] : undefined;
}

/** What was learned has its commands as data; the words of others name one in backquotes. */
const usesOf = ({ text, record }: CommandMemory) =>
  record?.kind === 'command'
    ? record.uses.flatMap(({ command, folders }) => folders.map((folder) => ({ command, folder })))
    : [...text.matchAll(/`([^`]+)`/g)].slice(0, 1).map(([, command]) => ({ command: command!, folder: '.' }));

function fileAgainstUse(
  root: string,
  { command, folder }: Record<'command' | 'folder', string>,
): string | undefined {
  if (folder.split('/').includes('..')) return undefined;
  const manager = command.split(' ', 1)[0]!;
  const locks = MANAGERS.has(manager)
    ? [folder, '.']
        .map((place) => Object.entries(LOCKS).filter(([file]) => existsSync(join(root, place, file))))
        .find((found) => found.length > 0)
    : undefined;
  if (locks && !locks.some(([, owner]) => owner === manager)) return locks[0]![0];
  return new TaskFiles(root).fileWithout(command, folder);
}

const LOCKS: Record<string, string> = {
  'package-lock.json': 'npm',
  'pnpm-lock.yaml': 'pnpm',
  'yarn.lock': 'yarn',
  'bun.lock': 'bun',
  'bun.lockb': 'bun',
};

const MANAGERS: ReadonlySet<string> = new Set(Object.values(LOCKS));
