import { isWholeRecord, recordHead } from '../reading/skim.ts';
import type { CodexThread } from './thread.ts';

/**
 * The type of a line that can be passed over unread, from its first bytes: half of a rollout says again, for the model,
 * what its events say. Undefined where the line must be read, or may be damaged.
 */
export function skimmed(bytes: Uint8Array, thread: CodexThread): string | undefined {
  // While a fork's copy goes by, each line's time tells whether it still does.
  if (thread.copying || !isWholeRecord(bytes)) return undefined;
  const [, type, kind, call] = HEAD.exec(recordHead(bytes)) ?? [];
  if (type === 'world_state') return type;
  if (type === 'event_msg') {
    return kind === 'token_count' && thread.perResponse ? `${type}/${kind}` : undefined;
  }
  if (type !== 'response_item') return undefined;
  if (kind === 'message' || kind === 'reasoning') return `${type}/${kind}`;
  const answered = call !== undefined && kind!.endsWith('call_output') && thread.answered.includes(call);
  return answered ? `${type}/${kind}` : undefined;
}

const HEAD =
  /^\{"timestamp":"[^"\\]+",(?:"ordinal":\d+,)?"type":"(\w+)","payload":\{(?:"type":"(\w+)"(?:,"id":"[^"\\]*")?(?:,"call_id":"([^"\\]*)")?)?/;
