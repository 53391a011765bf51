import { Problem, type ProblemCode } from '@sqrl/base/problem.ts';
import { redactSync } from '@sqrl/base/redact/redact.ts';
import type { WireError } from '../../protocol/wire.ts';

/** The HTTP status of each kind of problem; 499 means that the client closed the request. */
const STATUS = {
  usage: 400,
  invalid: 400,
  not_found: 404,
  forbidden: 403,
  store: 500,
  busy: 503,
  provider: 502,
  cancelled: 499,
  unconfirmed: 409,
} as const satisfies Record<ProblemCode, number>;

/**
 * An error as it goes over the wire; of an internal error, only its message. Many messages repeat the input, which may
 * then be in a client's log: secrets in it are redacted.
 */
export function wireErrorOf(error: unknown): { status: number; error: WireError } {
  if (error instanceof Problem) {
    const { hint, code } = error;
    return { status: STATUS[code], error: { message: redactSync(error.message).text, hint, code } };
  }
  const { text: message } = redactSync(
    error instanceof Error ? `${error.name}: ${error.message}` : String(error),
  );
  return { status: 500, error: { message, hint: 'See daemon.log for details.', code: 'unexpected' } };
}

export const refuseRequest = (
  status: number,
  message: string,
  code: WireError['code'],
  hint = '',
): Response => {
  const headers = status === 503 ? { 'retry-after': '1' } : {};
  return Response.json({ error: { message, hint, code } satisfies WireError }, { status, headers });
};

/** The daemon has as much to do as it takes on. */
export const tooManyRequests = (underWay: string): Response =>
  refuseRequest(503, `The daemon is busy: ${underWay} are under way.`, 'busy', 'Try again in a moment.');
