import { redactSync } from '@sqrl/base/redact/redact.ts';
import { estimateTokens } from '@sqrl/base/text/tokens.ts';
import type { SaidMessage } from '../../store/passages/passages.ts';
import type { Engine } from '../../workspace/workspace.ts';
import { isDirectQuestion } from '../answering.ts';
import { isMeasured } from '../context/context-hits.ts';
import type { PassageHit } from '../passages/find-passages.ts';
import { passageLine, QUOTES_HEADING, shownPassage } from '../passages/passage.ts';
import { whatWasSaid } from '../passages/said.ts';
import { isOfTalk } from '../talks/find-talks.ts';
import { type ScoredPast, scorePast } from '../talks/score.ts';
import { type SettledTalk, settledTalks, withLater } from '../talks/settled-talks.ts';
import {
  POINTED_HEADING,
  SETTLED_HEADING,
  settledText,
  talkHeadline,
  topicWords,
} from '../talks/talk-text.ts';
import { completeNote, gradeOf, mayBeTold, type TalkGrade, talkOnNamedFile } from '../talks/talks-for.ts';
import type { DeliveryContext } from './deliver-moments.ts';
import { type DeliveryLine, type DeliveryText, SILENCE } from './delivery-text.ts';

/**
 * What past talks say about the task of a prompt: the settled words of the one that it is about beyond doubt, or, where a
 * task begins, up to three headlines for the agent to open. Never from the same session, and no agent's words after foreign
 * text.
 */
export async function talksAtPrompt(
  engine: Engine,
  prompt: string,
  {
    listener,
    quoted,
    room,
    beginsTask,
  }: Pick<DeliveryContext, 'listener' | 'quoted' | 'room' | 'beginsTask'>,
): Promise<DeliveryText> {
  const { quotes, headlines } = engine.settings.delivery;
  if (!quotes || !isMeasured(engine)) return SILENCE;
  const { grade, talks, known, scored } = await gradedTalks(engine, prompt, {
    except: listener.session,
    before: listener.now,
    isNew: (talk) => !quoted.has(talk.asked.event),
  });
  if (grade === 'tell') return told(prompt, talks[0]!, Math.min(room, MAX_TOLD_TOKENS));
  const answer =
    beginsTask && isDirectQuestion(prompt)
      ? await answered(engine, prompt, {
          scored,
          may: ({ passage }) =>
            passage.session !== listener.session &&
            !quoted.has(passage.event) &&
            !known.some(({ hit }) => isOfTalk(hit, passage)),
          room: Math.min(room, MAX_TOLD_TOKENS),
        })
      : undefined;
  if (answer) return answer;
  if (grade === 'point' && beginsTask && headlines)
    return pointed(talks.slice(0, MAX_HEADLINES), Math.min(room, MAX_POINTED_TOKENS));
  return SILENCE;
}

/** The talks that a prompt may be about, best first, and what to do with them; `known` are those told before. */
export async function gradedTalks(
  engine: Engine,
  prompt: string,
  {
    except,
    before,
    isNew = () => true,
  }: { except: string; before: number; isNew?: (talk: SettledTalk) => boolean },
): Promise<{ grade: TalkGrade; talks: SettledTalk[]; known: SettledTalk[]; scored: ScoredPast }> {
  const asked = { question: prompt, time: { from: 0, to: before } };
  const scored = await scorePast(engine, asked);
  const found = await settledTalks(engine, { ...asked, scored, limit: MAX_CONSIDERED, except });
  const { fresh = [], known = [] } = Object.groupBy(found, (talk) => (isNew(talk) ? 'fresh' : 'known'));
  const [first, ...others] = fresh;
  if (first === undefined) return { grade: 'silent', talks: [], known, scored };
  const best = mayBeTold(first.hit) ? await withLater(engine, first, { before, found: others }) : first;
  const talks = [best, ...others];
  const grade = gradeOf(talks);
  const onFile =
    grade === 'tell' ? undefined : await talkOnNamedFile(engine, prompt, { found: fresh, before });
  if (onFile === undefined) return { grade, talks, known, scored };
  return { grade: 'tell', talks: [onFile, ...fresh.filter(({ hit }) => hit !== onFile.hit)], known, scored };
}

/** Headlines, and further talks to see how far ahead the first is. */
const MAX_HEADLINES = 3;
const MAX_CONSIDERED = 5;
const MAX_TOLD_TOKENS = 300;
const MAX_POINTED_TOKENS = 60;

/** As many settled words of a talk as fit; where not even one does, the talk is pointed at. */
function told(prompt: string, talk: SettledTalk, tokens: number): DeliveryText {
  const fits = (each: string) => estimateTokens(textUnder(SETTLED_HEADING, [each])) <= tokens;
  const text = settledText(talk, fits, completeNote(prompt, talk));
  if (text === undefined) return pointed([talk], tokens);
  const { score, cosine } = talk.hit;
  const why = `told: a past talk is about the same (score ${score.toFixed(1)}, cosine ${cosine.toFixed(2)})`;
  return delivered(SETTLED_HEADING, [{ text, why, passage: talk.asked.event }]);
}

/** What was said that answers a direct question; undefined where nothing surely does. */
async function answered(
  engine: Engine,
  question: string,
  { may, room, scored }: { may: (hit: PassageHit) => boolean; room: number; scored: ScoredPast },
): Promise<DeliveryText | undefined> {
  const [best] = await whatWasSaid(engine, {
    ...{ question, scored },
    limit: 1,
    mostRead: MAX_READ,
    may: (hit) => !hit.passage.tainted && may(hit),
  });
  if (best === undefined || (best.relevance ?? 0) < MIN_RELEVANCE || best.earlier) return undefined;
  const isOwn = ({ tainted }: SaidMessage) => !tainted;
  const { before, after } = best;
  const text = passageLine(
    shownPassage({ ...best, before: before.filter(isOwn), after: after.filter(isOwn) }),
  );
  if (redactSync(text).found.length > 0) return undefined;
  const why = `a past session answers the question (relevance ${best.relevance!.toFixed(2)})`;
  const told = delivered(QUOTES_HEADING, [{ text, why, passage: best.passage.event }]);
  return told.tokens <= room ? told : undefined;
}

/** The reranker reads few, because a hook waits for it. */
const MAX_READ = 8;
const MIN_RELEVANCE = 0.5;

/** Up to three talks, a line each: as short as it takes to name them all. */
function pointed(talks: readonly SettledTalk[], tokens: number): DeliveryText {
  const topics = talks.map(topicWords);
  const named = (chars: number, count: number) =>
    talks.slice(0, count).map((talk, i) => ({
      text: talkHeadline(talk, chars, topics[i]),
      passage: talk.asked.event,
      why: `pointed at: a past talk may matter (score ${talk.hit.score.toFixed(1)})`,
    }));
  for (let count = talks.length; count > 0; count--)
    for (const chars of TOPIC_CHARS) {
      const lines = named(chars, count);
      const told = delivered(POINTED_HEADING, lines);
      if (told.tokens <= tokens) return told;
    }
  return SILENCE;
}

const TOPIC_CHARS = [70, 45, 30, 22, 16];

const textUnder = (heading: string, lines: readonly string[]): string =>
  [`## ${heading}`, ...lines.map((line) => `- ${line}`)].join('\n');

function delivered(
  heading: string,
  given: readonly Pick<DeliveryLine, 'text' | 'why' | 'passage'>[],
): DeliveryText {
  const text = textUnder(
    heading,
    given.map((line) => line.text),
  );
  const lines = given.map((line) => ({ ...line, memory: null, tokens: estimateTokens(line.text) }));
  return { text, tokens: estimateTokens(text), lines, left: [] };
}
