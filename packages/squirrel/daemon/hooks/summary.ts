import { isDeliverable, type TrustLevel } from '@sqrl/base/model/delivery.ts';
import { type Memory, type MemoryType, MUTED } from '@sqrl/base/model/memory.ts';
import { printed } from '@sqrl/base/model/printed.ts';
import { countNoun, memoryCount } from '@sqrl/base/terminal/size.ts';
import { grouped } from '@sqrl/base/text/digits.ts';
import { disputesToAnswer } from '../../learn/sharing/comments.ts';
import { trustLevel } from '../../learn/verbs/trust.ts';
import { savedByStops } from '../../recall/deliver/session-so-far.ts';
import { type Injection, injectionsOf } from '../../store/delivery/receipts.ts';
import { writeIncidental } from '../../store/failures.ts';
import { projectState, setProjectState } from '../../store/marks.ts';
import { memoriesWhere } from '../../store/memory/filters.ts';
import { storedMemories, storesOf } from '../../workspace/lookup.ts';
import type { Engine } from '../../workspace/workspace.ts';

const MAX_LEARNED_MEMORIES = 50;
const MAX_NAMED_MEMORIES = 3;

export type HookSummary = ReturnType<typeof sumUp>;

/** Looks up what is new since the last summary, and records that it was summed up. */
export function sumUp(engine: Engine, client: string, session: string) {
  const { store } = engine.own;
  const now = engine.now();
  const since = Number(projectState(store, 'summed up') ?? 0);
  const told = injectionsOf(store, client, session).filter(({ shown, at }) => shown && at > since);
  const used = memoriesIn(
    engine,
    told.filter(({ point }) => point !== 'session start'),
  );
  const briefed = new Set(
    told.filter(({ point }) => point === 'session start').flatMap(({ memories }) => memories),
  );
  // The first summary does not list the whole history.
  const learned = since === 0 ? [] : learnedSince(engine, since);
  const stops = told.filter(({ point }) => point === 'stopped');
  if (since === 0 || used.length + learned.length > 0)
    writeIncidental(store, () => setProjectState(store, 'summed up', String(now)));
  return {
    /** Memories delivered at the moment they applied; those of the session-start brief are only counted. */
    used,
    briefed: briefed.size,
    stopped: stops.length,
    /** What came of that: calls not made since, and the tokens that these cost at least each time before. */
    saved: savedByStops(engine, stops),
    learned,
  };
}

const memoriesIn = (engine: Engine, injections: readonly Injection[]): Memory[] =>
  [...new Set(injections.flatMap(({ memories }) => memories))].flatMap(
    (id) => storedMemories(storesOf(engine), id)[0]?.memory ?? [],
  );

const learnedSince = (engine: Engine, since: number): Memory[] =>
  memoriesWhere(
    engine.own.store,
    { since, whose: {} },
    { now: engine.now(), limit: MAX_LEARNED_MEMORIES, order: 'newest' },
  )
    .map(({ memory }) => memory)
    .filter(({ source, type }) => source !== 'user_taught' && type !== 'work_state');

/**
 * The summary in words for a person, by how far the project's memory is trusted: each new memory is to be confirmed, all at
 * once can be, only those that need a decision are listed, or nothing is told. Empty where there is nothing to tell.
 */
export function summaryText(
  { used, briefed, stopped, saved, learned }: HookSummary,
  level: TrustLevel,
): string {
  if (level === 'autonomous' || used.length + learned.length === 0) return '';
  const isCondensed = level === 'confident';
  const waiting = learned.filter(({ needsReview }) => needsReview);
  const listed = isCondensed ? waiting : learned;
  const parts = [
    used.length > 0 &&
      `used ${counted(used)}${briefed > 0 ? ` plus ${briefed} in the brief` : ''}${isCondensed ? '' : `: ${named(used)}`}`,
    stopped > 0 && `stopped ${countNoun(stopped, 'call')}${cameOf(stopped, saved)}`,
    learned.length > 0 && `learned ${counted(learned)}`,
    isCondensed && waiting.length > 0 && `${waiting.length} of them to decide`,
  ].filter((part) => part !== false);
  const head = `Squirrel ${parts.join('; ')}${listed.length > 0 ? ':' : '.'}`;
  const asked = listed.length > 0 || isCondensed ? listed : used;
  return [head, ...learningLines(listed), ...askedLine(asked, level)].join('\n');
}

const learningLines = (learned: readonly Memory[]): string[] => {
  const shown = learned.slice(0, MAX_LEARNED_LINES);
  const lines = shown.map(({ id, text, type, files, needsReview }, i) => {
    const about = files[0] === undefined ? '' : ` ${printed(files[0], 60)}:`;
    return `  ${i + 1}/${learned.length} ${type.replaceAll('_', ' ')}${about} “${printed(text, 140)}” (${id})${needsReview ? ', waits for you' : ''}`;
  });
  const more = learned.length - shown.length;
  return more > 0 ? [...lines, `  and ${more} more`] : lines;
};

const MAX_LEARNED_LINES = 5;

/** What a person is asked to do about the memories that were named; a client's message has no buttons, so it is commands. */
function askedLine(named: readonly Memory[], level: TrustLevel): string[] {
  const [first] = named;
  if (!first) return [];
  const ids = (level === 'cautious' ? [first] : named.slice(0, MAX_CONFIRMED_AT_ONCE)).map(({ id }) => id);
  const right = { cautious: 'Confirm each', standard: 'All right', confident: 'Right', autonomous: '' }[
    level
  ];
  return [
    `${right}? ok: \`sqrl review --confirm ${ids.join(' ')}\`; edit: \`sqrl edit ${first.id} "…"\`; x: \`sqrl review --reject ${first.id}\`; one by one: \`sqrl review --learned\`.`,
  ];
}

/** So many ids are no trouble to paste. */
const MAX_CONFIRMED_AT_ONCE = 6;

/** What came of stopped calls: counted, with tokens only where the failure is known to have cost some. */
function cameOf(stopped: number, { avoided, tokens }: ReturnType<typeof savedByStops>): string {
  if (avoided === 0) return '';
  const calls = avoided === stopped ? 'not made again' : `${avoided} not made again`;
  return tokens === 0 ? `, ${calls}` : `, ${calls}: about ${rounded(tokens)} tokens of discovery saved`;
}

/** Two digits are all that an average can promise. */
const rounded = (tokens: number): string => grouped(Number(tokens.toPrecision(2)));

const counted = (memories: readonly Memory[]): string => memoryCount(memories.length);

const named = (memories: readonly Memory[]): string =>
  memories
    .slice(0, MAX_NAMED_MEMORIES)
    .map(({ id, text }) => `“${printed(text, 70)}” (${id})`)
    .join(', ') + (memories.length > MAX_NAMED_MEMORIES ? ', …' : '');

const RULES: MemoryType[] = ['preference', 'requirement', 'decision'];
const WARNINGS: MemoryType[] = ['gotcha', 'error_pattern', 'dead_end'];

/** More are not counted one by one. */
const MAX_COUNTED = 500;

/**
 * A line for the person at the start of a session: what agents may be told in this project, and what others dispute that
 * the person answers for; empty where that is nothing.
 */
export function startLine(engine: Engine): string {
  const counts = [
    [countOf(engine, RULES), 'rule'],
    [countOf(engine, WARNINGS), 'warning'],
  ] as const;
  const parts = counts.flatMap(([n, noun]) => (n === 0 ? [] : [countNoun(n, noun)]));
  const line = parts.length === 0 ? '' : `Squirrel: ${parts.join(', ')} for this project (sqrl ui).`;
  const disputed = engine.indexedStores.flatMap(({ store }) => disputesToAnswer(store));
  return disputed.length === 0
    ? line
    : `${line} ${disputed.length} of your shared memories disputed: \`sqrl dispute ${disputed[0]!.about}\`.`.trim();
}

function countOf(engine: Engine, types: MemoryType[]): number {
  const now = engine.now();
  const level = trustLevel(engine);
  return engine.indexedStores
    .flatMap(({ store }) =>
      memoriesWhere(store, { types, whose: {} }, { now, limit: MAX_COUNTED, order: 'newest' }),
    )
    .filter(({ memory }) => isDeliverable(memory, now, level) && !memory.tags.includes(MUTED)).length;
}
