import { readFileSync } from 'node:fs';
import type { Messages } from './messages.ts';

interface MessageAt {
  /** The log's file name, and the line of the message in it, from 1. */
  session: string;
  line: number;
}

/** A question about past sessions; `none` where nothing in them answers it. */
export interface AskQuestion {
  project: string;
  question: string;
  kind: string;
  session: string | null;
  line: number | null;
  /** When the answer was given, as ISO 8601. */
  at?: string;
  also: MessageAt[];
  outdated: MessageAt[];
  none: boolean;
}

export const readQuestions = (path: string): AskQuestion[] =>
  readFileSync(path, 'utf8')
    .split('\n')
    .filter((line) => line.trim() !== '')
    .map((line) => JSON.parse(line) as AskQuestion);

/** The places of the messages that answer a question. */
export interface WantedMessages {
  answer: ReadonlySet<number>;
  /** Others that answer it too. */
  also: ReadonlySet<number>;
  outdated: ReadonlySet<number>;
  sessions: ReadonlySet<string>;
  /** Messages right beside one. */
  beside: (place: number) => number[];
  sessionOf: (place: number) => string;
}

export function answersIn(question: AskQuestion, messages: Messages): WantedMessages {
  const at = ({ session, line }: MessageAt) => messages.at(session, line);
  const answer =
    question.session === null || question.line === null
      ? []
      : at({ session: question.session, line: question.line });
  return {
    answer: new Set(answer),
    also: new Set(question.also.flatMap(at)),
    outdated: new Set(question.outdated.flatMap(at)),
    sessions: new Set(answer.map(messages.sessionOf)),
    beside: messages.beside,
    sessionOf: messages.sessionOf,
  };
}
