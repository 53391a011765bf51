import { setImmediate } from 'node:timers/promises';
import type { OnProgress } from '@sqrl/base/messages.ts';
import { pastSessionsIn } from '../../learn/replay/past-session.ts';
import type { Engine } from '../../workspace/workspace.ts';
import { REPLAY_KINDS, type ReplayFindings, type ReplayKind, type ReplayRange } from './claim.ts';
import { replayFailures } from './failures.ts';
import { replayFiles } from './files.ts';
import { replayInstructions } from './instructions.ts';

interface ReplayOptions {
  /** Only the latest sessions are asked about; up to a thousand are learned from. */
  limit?: number | undefined;
  onProgress?: OnProgress | undefined;
  signal?: AbortSignal | undefined;
}

/**
 * Goes through the sessions that are there in the order of time: at each, what the memory of that day would have said, and
 * what followed in truth. Writes nothing. Other requests get their turn between sessions; ended early, it throws.
 */
export async function replayPast(
  engine: Engine,
  { limit = MAX_SESSIONS, onProgress, signal }: ReplayOptions = {},
) {
  const { store } = engine.own;
  const turn = async () => {
    await setImmediate();
    signal?.throwIfAborted();
  };
  const all = await pastSessionsIn(store, MAX_SESSIONS, turn);
  const sessions = all.slice(-limit);
  const asked = new Set(sessions.map(({ id }) => id));
  const found: Record<ReplayKind, ReplayFindings> = {
    failure: await replayFailures(all, asked, turn),
    file: { claims: [], told: [], spoken: 0, right: 0 },
    instruction: await replayInstructions(store, all, asked, turn),
  };
  for (const [done, session] of sessions.entries()) {
    onProgress?.(done, sessions.length, 'Replaying sessions');
    await turn();
    add(found.file, await replayFiles(engine, session));
  }
  return {
    sessions: sessions.length,
    from: sessions[0]?.startedAt ?? null,
    to: sessions.length === 0 ? null : Math.max(...sessions.map(({ endedAt }) => endedAt)),
    kinds: REPLAY_KINDS.map((kind) => ({
      kind,
      claims: found[kind].claims.length,
      /** How often memory would have spoken, and how often what it said came true. */
      spoken: found[kind].spoken,
      right: found[kind].right,
      tokens: sumOf(found[kind].claims.map(({ tokens }) => tokens)),
      minutes: sumOf(found[kind].claims.map(({ minutes }) => minutes)),
      rule: RULES[kind],
    })),
    claims: REPLAY_KINDS.flatMap((kind) => found[kind].claims).sort((a, b) => a.at - b.at),
    /** What would have been said, what would have been said in most sessions first. */
    told: REPLAY_KINDS.flatMap((kind) => found[kind].told).sort(
      (a, b) => b.sessions - a.sessions || b.at - a.at,
    ),
  };
}

export type ReplayReport = Awaited<ReturnType<typeof replayPast>>;

/** How tokens and minutes are counted. */
const RULES: Readonly<Record<(typeof REPLAY_KINDS)[number], string>> = {
  failure:
    'Least: the failed call and its output. Most: everything until the call that resolved it, at most 30 steps.',
  file: 'Least: the output of the first search that named the file. Most: every search from there until the file was opened.',
  instruction: 'Least: the sentence and the time to type it. Most: also the agent’s turn that it corrected.',
};

/** Sessions that fit into memory with all their steps. */
const MAX_SESSIONS = 1000;

function add(to: ReplayFindings, { claims, told, spoken, right }: ReplayFindings): void {
  to.claims.push(...claims);
  to.told.push(...told);
  to.spoken += spoken;
  to.right += right;
}

const sumOf = (ranges: readonly ReplayRange[]): ReplayRange => ({
  low: Math.round(10 * ranges.reduce((sum, { low }) => sum + low, 0)) / 10,
  high: Math.round(10 * ranges.reduce((sum, { high }) => sum + high, 0)) / 10,
});
