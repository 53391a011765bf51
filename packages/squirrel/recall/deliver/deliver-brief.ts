import { branchCheckedOut } from '@sqrl/base/git/head.ts';
import { isPersonsWord } from '@sqrl/base/model/delivery.ts';
import { tagsOfWhose } from '@sqrl/base/model/whose.ts';
import type { Store } from '@sqrl/base/sqlite/query.ts';
import { estimateTokens } from '@sqrl/base/text/tokens.ts';
import { CLIENT_SETUPS } from '../../clients/setup/clients.ts';
import { readInstalled } from '../../clients/setup/installed.ts';
import type { ShownMemory } from '../../codebase/shown.ts';
import { currentConfidence } from '../../learn/lifecycle/confidence.ts';
import { trustLevel } from '../../learn/verbs/trust.ts';
import { projectTime } from '../../store/events/project-time.ts';
import { memoriesWhere } from '../../store/memory/filters.ts';
import { memoriesAt } from '../../store/memory/memories.ts';
import {
  repeatsAmong,
  type StandingMemory,
  standingMemories,
  triggersIn,
} from '../../store/memory/places.ts';
import type { Engine } from '../../workspace/workspace.ts';
import { isIndexing, moduleNames } from '../context/context-hits.ts';
import { laterWordsAmong } from '../earlier.ts';
import { unfinishedWork } from '../history/where.ts';
import { saysFix } from './after-failure.ts';
import type { DeliveryContext } from './deliver-moments.ts';
import { type DeliveryText, type Listener, surestFirst, tellable, withLeft } from './delivery-text.ts';
import { loadedFor } from './loaded-rules.ts';
import { type BriefFailure, lineOf, rulesIn, type StandingMemories, sessionStart } from './session-start.ts';
import { runsOf } from './stop-calls.ts';

const MAX_RULES = 200;

export async function briefAt(engine: Engine, hearing: DeliveryContext): Promise<DeliveryText> {
  const { left, ...standing } = standingFor(engine, hearing);
  const { listener } = hearing;
  // A session that is not told everything gets nothing that was inferred.
  const isWhole = hearing.only === undefined;
  const situation = {
    ...standing,
    failures: knownFailures(engine, hearing),
    modules: isWhole ? moduleNames(engine) : [],
    isIndexing: isWhole && isIndexing(engine),
    unfinished: isWhole
      ? unfinishedWork(engine, (one) => isSameSession(listener.session, one.session), listener.now)
      : [],
    canRemember: hearing.canRemember,
  };
  if (
    standing.memories.length + situation.unfinished.length === 0 &&
    !situation.failures.some(({ isLikely }) => isLikely)
  )
    return { text: '', tokens: 0, lines: [], left };
  return withLeft(sessionStart(situation, hearing.room), left);
}

/** What a listener may be told of the rules, commands and insights of a project and its user, and what may not be told. */
export function standingFor(
  engine: Engine,
  hearing: Pick<DeliveryContext, 'listener' | 'told' | 'loaded' | 'loads' | 'only'>,
): Required<StandingMemories> & Pick<DeliveryText, 'left'> {
  const time = projectTime(engine.own.store, hearing.listener.now);
  const found = engine.indexedStores
    .flatMap(({ store }) => [
      ...standingMemories(store, MAX_RULES, [...hearing.loaded.keys()]),
      ...keptFor(store, hearing.listener),
    ])
    .map(({ memory, uses, lastUsedAt }) => ({
      memory,
      uses,
      sure: currentConfidence(memory, { lastUsedAt, time }),
    }));
  const { may: memories, left } = tellable(engine, found, hearing);
  return {
    ...{ memories, left, later: laterWordsAmong(engine, memories) },
    isRepeated: repeatedAmong(
      engine,
      memories.map(({ memory }) => memory.id),
    ),
  };
}

/** What a program keeps for those that the session works for. */
const keptFor = (store: Store, { whose = {}, now }: Listener): StandingMemory[] =>
  tagsOfWhose(whose).flatMap((tag) =>
    memoriesWhere(store, { tags: [tag], scopes: ['session'] }, { now, limit: MAX_RULES, order: 'newest' })
      // A block stands in the system prompt as a whole.
      .filter(({ memory }) => !memory.key?.startsWith('block.'))
      .map(({ memory }) => ({ memory, uses: 0, lastUsedAt: null })),
  );

function repeatedAmong(
  { indexedStores }: Engine,
  ids: readonly string[],
): (id: string, by: string) => boolean {
  const pairs = new Set(
    indexedStores.flatMap(({ store }) =>
      repeatsAmong(store, ids).map(({ older, newer }) => [older, newer].sort().join(' ')),
    ),
  );
  return (id, by) => pairs.has([id, by].sort().join(' '));
}

/** Whether it is the session that listens, or the one that a listening subagent works for. */
const isSameSession = (listening: string, other: string): boolean =>
  listening === other || listening.startsWith(`${other}/`);

/** A failure is likely that was run into in one of the latest sessions, counted in sessions of the project. */
const LIKELY_SESSIONS = 3;

/** Failures with a known fix, the surest first; likely are those that the latest work ran into. */
function knownFailures(engine: Engine, hearing: DeliveryContext): BriefFailure[] {
  if (hearing.guards === 'off') return [];
  const { store: own } = engine.own;
  const found = engine.indexedStores.flatMap(({ store }) => {
    const times = new Map(
      triggersIn(store).map(({ row, trigger }) => [
        row,
        new Set(runsOf(own, trigger, LIKELY_SESSIONS).map(({ session }) => session)).size,
      ]),
    );
    return memoriesAt(store, [...times.keys()])
      .filter(({ memory }) => PROVEN.has(memory.type) && saysFix(memory))
      .map(({ memory, row }) => ({
        memory,
        isLikely: times.get(row)! > 0,
        why: `tried in ${times.get(row)!} of the last ${LIKELY_SESSIONS} sessions`,
      }));
  });
  return tellable(engine, found, hearing).may.toSorted(surestFirst);
}

/** What was seen to fail; a person's rules stand among the rules. */
const PROVEN: ReadonlySet<string> = new Set(['gotcha', 'dead_end', 'error_pattern']);

/**
 * The rules that hold in a project whatever is done there, most trusted first, as far as there is room; to a client without
 * those that it reads in files by itself. Unasked only the person's; who asks is told all that a brief may list as a rule.
 */
export function standingRules(
  engine: Engine,
  { client, tokens, isAsked = false }: { client?: string | undefined; tokens: number; isAsked?: boolean },
): { text: string; tokens: number; rules: ToldRule[] } {
  const standing = standingFor(engine, {
    listener: {
      session: '',
      branch: engine.project ? branchCheckedOut(engine.project.root) : null,
      level: isAsked ? 'autonomous' : trustLevel(engine),
      now: engine.now(),
    },
    told: new Set(),
    ...loadedFor(engine, client),
  });
  const lines: string[] = [];
  const rules: ToldRule[] = [];
  const { rules: found, decisions } = rulesIn(standing);
  const told = isAsked ? [...found, ...decisions] : found.filter(({ memory }) => isPersonsWord(memory));
  for (const one of told) {
    const text = `- ${lineOf([one]).text}`;
    if (estimateTokens([...lines, text].join('\n')) > tokens) continue;
    lines.push(text);
    rules.push({ memory: one.memory, sure: one.sure, tokens: estimateTokens(`${text}\n`), why: one.why });
  }
  const text = lines.join('\n');
  return { text, tokens: text === '' ? 0 : estimateTokens(text), rules };
}

type ToldRule = { memory: ShownMemory; sure: number; tokens: number; why: string };

/** The same for a server's instructions; empty for a client with our hooks, which has the brief. */
export function serverRules(
  engine: Engine,
  { client, tokens }: { client?: string | undefined; tokens: number },
): { text: string } {
  const known = CLIENT_SETUPS.find((setup) => setup.client === client);
  if (known && hasHooks(engine, known)) return { text: '' };
  // Nearly every other client reads AGENTS.md, as Codex does.
  const { text } = standingRules(engine, { client: known?.client ?? 'codex', tokens });
  return { text };
}

function hasHooks({ home, machine }: Engine, { client, already }: (typeof CLIENT_SETUPS)[number]): boolean {
  if (!machine) return false;
  const files = readInstalled(home.root)?.files ?? [];
  return (
    files.some((file) => file.client === client && /hooks|plugin/.test(file.what)) ||
    already?.({ ...machine, memory: home.root }) !== undefined
  );
}
