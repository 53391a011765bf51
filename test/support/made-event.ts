import { createHash } from 'node:crypto';
import type { NewEvent } from '@sqrl/squirrel/store/events/events.ts';

/** An event of a made-up session, by its place in it; what is not given is not known of it. */
export function madeEvent(
  { session, at, place }: { session: string; at: number; place: number },
  given: Partial<NewEvent>,
): NewEvent {
  return {
    id: createHash('md5').update(`${session} ${at} ${place}`).digest('hex'),
    session,
    agent: null,
    at,
    part: 0,
    offset: place,
    bytes: 1,
    kind: 'result',
    tool: null,
    toolName: null,
    call: null,
    command: null,
    files: [],
    outcome: null,
    exitCode: null,
    text: '',
    length: given.text?.length ?? 0,
    hash: null,
    tokens: null,
    durationMs: null,
    model: null,
    branch: null,
    ...given,
  };
}

/** A file that a made-up step read or changed. */
export const touched = (path: string, way: 'read' | 'edit'): NewEvent['files'][number] => ({
  path,
  way,
  outside: false,
  lines: null,
});
