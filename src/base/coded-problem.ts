import { type Message, verbatim } from './messages.ts';
import { Problem, type ProblemCode } from './problem.ts';

/** A problem whose message has a code, so that it can be stored and shown in another language. */
export class CodedProblem extends Problem {
  readonly said: Message;

  constructor(said: Message, hint = '', code: ProblemCode = 'invalid', cause?: unknown) {
    super(said.text, hint, code, cause);
    this.said = said;
  }
}

/** What an error says as a message; the words of errors without a code are kept as they are. */
export const messageOf = (error: unknown): Message =>
  error instanceof CodedProblem
    ? error.said
    : verbatim(error instanceof Error ? error.message : String(error));
