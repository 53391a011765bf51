import type { HookRow } from '@sqrl/base/model/hook-events.ts';

/** Where opencode calls the hook program. Our plugin inside the client calls the program at these points of its interface. */
export const EVENTS: readonly HookRow[] = [
  { event: 'chat.message', point: 'prompt' },
  {
    event: 'tool.execute.before',
    point: 'before step',
    matcher: 'bash|edit|multiedit|write|patch|apply_patch|grep',
  },
  // Our plugin calls it for commands that failed only.
  { event: 'tool.execute.after', point: 'after step', matcher: 'bash|read' },
  { event: 'experimental.session.compacting', point: 'compaction' },
  { event: 'session.idle', point: 'turn end' },
  { event: 'dispose', point: 'end' },
];
