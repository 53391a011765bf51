import { existsSync } from 'node:fs';
import { join } from 'node:path';
import type { Memory } from '@sqrl/base/model/memory.ts';
import { redactSync } from '@sqrl/base/redact/redact.ts';
import { overruled } from '../../learn/claims/rivals.ts';
import { currentConfidence } from '../../learn/lifecycle/confidence.ts';
import { TaskFiles } from '../../learn/tasks/project-tasks.ts';
import { projectTime } from '../../store/events/project-time.ts';
import { lastUsesOf, saidInSession, supersededAmong } from '../../store/memory/standing.ts';
import type { Engine } from '../../workspace/workspace.ts';
import { type Listener, withheldFrom } from './delivery-text.ts';
import type { LoadedRules, LoadedText } from './loaded-rules.ts';

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

interface CommandUse {
  command: string;
  folder: string;
}

/** What was learned has its commands as data; the words of others name one in backquotes. */
const usesOf = ({ text, record }: CommandMemory): CommandUse[] =>
  record?.kind === 'command'
    ? record.uses.flatMap(({ command, folders }) => folders.map((folder) => ({ command, folder })))
    : [...text.matchAll(/`([^`]+)`/g)].slice(0, 1).map(([, command]) => ({ command: command!, folder: '.' }));

function fileAgainstUse(root: string, { command, folder }: CommandUse): string | undefined {
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
