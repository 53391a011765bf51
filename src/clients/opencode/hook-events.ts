import { type HookEvent, STEP, TURN } from '../../model/hook-events.ts';

/** Where opencode calls the hook program. Our plugin inside the client calls the program at these points of its interface. */
export const EVENTS: readonly HookEvent[] = [
  { event: 'chat.message', ...TURN, begins: true },
  { event: 'tool.execute.before', matcher: 'bash|edit|multiedit|write|patch|apply_patch|grep', ...STEP },
  // Our plugin calls it for commands that failed only.
  { event: 'tool.execute.after', matcher: 'bash|read', ...STEP },
  { event: 'experimental.session.compacting', ...TURN },
  { event: 'session.idle', ...TURN },
  { event: 'dispose', ...TURN },
];
