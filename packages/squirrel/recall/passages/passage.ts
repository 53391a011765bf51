import { saidId } from '@sqrl/base/model/citation.ts';
import { redactSync } from '@sqrl/base/redact/redact.ts';
import { episodesById } from '../../store/episodes/episodes.ts';
import { messagesAround, type SaidMessage } from '../../store/passages/passages.ts';
import { findMessage } from '../../workspace/lookup.ts';
import type { Engine } from '../../workspace/workspace.ts';
import { stillSaid } from '../history/where.ts';
import { hideWithdrawn } from './withdrawn.ts';

interface PassageRequest {
  /** `said:` and the first digits of its event's id. */
  id: string;
  /** How many messages of the same conversation around it; where neither is given, the whole talk, folded. */
  before?: number | undefined;
  after?: number | undefined;
}

/** A message that an answer cites, where it was said, and the messages around it. */
export function passage(engine: Engine, { id, before, after }: PassageRequest) {
  const { store, message } = findMessage(engine, id);
  const { client, session, agent, branch } = message;
  const isWhole = before === undefined && after === undefined;
  const around = messagesAround(store, message.eventRow, {
    before: before ?? (isWhole ? MAX_TALK : FEW),
    after: after ?? (isWhole ? MAX_TALK : FEW),
  });
  const all: SaidMessage[] = [...around.before, message, ...around.after];
  const shown = foldTalk(hideWithdrawn(all, engine).map(shownMessage), around.before.length);
  const at = shown.findIndex(({ event }) => event === message.event);
  const [episode] = message.episode === null ? [] : episodesById(store, [message.episode]);
  return {
    ...shown[at]!,
    client,
    session,
    agent,
    branch,
    episode: episode ? { id: episode.id, task: redactSync(stillSaid(engine, episode).task).text } : null,
    files: episode ? [...new Set([...episode.filesChanged, ...episode.filesRead])].slice(0, MAX_FILES) : [],
    before: shown.slice(0, at),
    after: shown.slice(at + 1),
  };
}

const MAX_FILES = 10;
/** Messages on each side that a whole talk may have. */
const MAX_TALK = 500;
const FEW = 3;

/** A message on its way out: redacted once more, since the rules may know more secrets than when it was read. */
const shownMessage = ({ event, speaker, at, text, length, tainted }: SaidMessage) => ({
  id: saidId(event),
  event,
  speaker,
  at,
  text: redactSync(text).text,
  length,
  tainted,
});

/** A message of a folded talk, with the number of messages left out right before it. */
type Folded<M> = M & { skipped: number };

/** A talk of at most this many messages is shown whole. */
const MAX_WHOLE = 24;
/** Of a longer one: its first messages, those around the cited one, and its last, where most is settled. */
const KEPT = { first: 2, around: 6, last: 6 };

/** Leaves out messages in the middle of a long talk, far from the cited one. */
export function foldTalk<M>(messages: readonly M[], cited: number): Folded<M>[] {
  const isKept = (i: number) =>
    messages.length <= MAX_WHOLE ||
    i < KEPT.first ||
    Math.abs(i - cited) <= KEPT.around ||
    i >= messages.length - KEPT.last;
  let skipped = 0;
  return messages.flatMap((message, i) => {
    if (!isKept(i)) {
      skipped++;
      return [];
    }
    const folded = { ...message, skipped };
    skipped = 0;
    return [folded];
  });
}
