import { type HookClient, type HookEvent, hookEvent, STEP } from '@sqrl/base/model/hook-events.ts';
import { EVENTS as claudeCode } from './claude-code/hook-events.ts';
import { EVENTS as codex } from './codex/hook-events.ts';
import { EVENTS as copilot } from './copilot/hook-events.ts';
import { EVENTS as cursor } from './cursor/hook-events.ts';
import { EVENTS as gemini } from './gemini/hook-events.ts';
import { EVENTS as opencode } from './opencode/hook-events.ts';

/**
 * Where each client calls the hook program. Events are left out where the agent cannot be told anything, where they come
 * with every request to the model, and where the log says the same. This is apart from `clients.ts`, since the hook
 * program has this table in it and must not load anything else of a client.
 */
export const HOOK_EVENTS: Readonly<Record<HookClient, readonly HookEvent[]>> = {
  'claude-code': claudeCode.map(hookEvent),
  codex: codex.map(hookEvent),
  gemini: gemini.map(hookEvent),
  opencode: opencode.map(hookEvent),
  copilot: copilot.map(hookEvent),
  cursor: cursor.map(hookEvent),
};

/** The limits of a call of the hook program; an event that is not registered is treated as a step. */
export function eventOf(client: string, event: string): Pick<HookEvent, keyof typeof STEP | 'begins'> {
  return HOOK_EVENTS[client as HookClient]?.find((one) => one.event === event) ?? STEP;
}
