import { readFileSync } from 'node:fs';
import { contentWords, share } from '@sqrl/base/text/content-words.ts';

interface TalkTurn {
  role: 'user' | 'assistant';
  text: string;
}

/** A talk that settled a rule, with later prompts that need the rule and prompts that only look like it. */
export interface DecidedTalk {
  id: string;
  chat: TalkTurn[];
  /** A second talk, weeks later, that changed part of the rule. */
  amended_by: TalkTurn[] | null;
  later: string[];
  near: string[];
  /** The rule in a reader's words, part by part. */
  rule: string[];
  /** Places of messages: a number in `chat`, or `a` and a number in `amended_by`. */
  deciding: (number | string)[];
  rejected: (number | string)[];
  superseded: (number | string)[];
}

export const readTalks = (path: string): DecidedTalk[] =>
  readFileSync(path, 'utf8')
    .split('\n')
    .filter((line) => line.trim() !== '')
    .map((line) => JSON.parse(line) as DecidedTalk);

/** The texts at some places of a talk. */
const textsAt = ({ chat, amended_by }: DecidedTalk, places: readonly (number | string)[]): string[] =>
  places.flatMap((place) =>
    typeof place === 'number'
      ? (chat[place]?.text ?? [])
      : (amended_by?.[Number(place.slice(1))]?.text ?? []),
  );

/** How much of a talk's rule a text tells, and whether it misleads. */
export interface RuleTold {
  /** Share of the messages that decided, whole in the text. */
  share: number;
  /** Share of the rule's parts that the text says, by their words. */
  parts: number;
  whole: boolean;
  part: boolean;
  /** Quotes a rejected proposal or a superseded message without a mark, and nothing that decided. */
  misleads: boolean;
  /** Names the talk by one of its messages' ids, or tells part of it. */
  found: boolean;
}

/** Compares what an agent was told with what its talk decided. */
export function ruleTold(text: string, talk: DecidedTalk, ids: ReadonlySet<string>): RuleTold {
  const plain = plainText(text);
  const words = contentWords(text);
  const holds = (said: string) => plain.includes(plainText(said));
  const deciding = textsAt(talk, talk.deciding);
  const told = deciding.filter(holds).length;
  const wrong = textsAt(talk, [...talk.rejected, ...talk.superseded]).filter(
    (said) => plain.includes(plainText(said).slice(0, MISLEADING_CHARS)) && !isMarked(text, said),
  );
  return {
    share: told / deciding.length,
    parts:
      talk.rule.filter((part) => share(contentWords(part), words) >= SAID_SHARE).length / talk.rule.length,
    whole: told === deciding.length,
    part: told > 0,
    misleads: wrong.length > 0 && told === 0,
    found: told > 0 || [...text.matchAll(/\b[0-9a-f]{8,}\b/g)].some(([id]) => ids.has(id.slice(0, 8))),
  };
}

const MISLEADING_CHARS = 60;
/** Share of the words of a rule's part, as a reader words it, that a text must hold to say it. */
const SAID_SHARE = 0.6;

/** Whether the line that quotes a message says what became of it. */
const isMarked = (text: string, said: string): boolean =>
  text
    .split('\n')
    .some((line) => plainText(line).includes(plainText(said).slice(0, MISLEADING_CHARS)) && MARK.test(line));

const MARK = /rejected|changed later|superseded|replaced|earlier/i;

const plainText = (text: string): string =>
  text
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .trim();
