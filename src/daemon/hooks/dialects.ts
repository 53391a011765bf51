import type { HookClient } from '../../model/hook-events.ts';
import { claudeCode } from './claude-code.ts';
import { codex } from './codex.ts';
import { copilot } from './copilot.ts';
import { cursor } from './cursor.ts';
import type { Dialect } from './dialect.ts';
import { gemini } from './gemini.ts';
import { opencode } from './opencode.ts';

/** How each client speaks. */
export const dialects: Record<HookClient, Dialect> = {
  'claude-code': claudeCode,
  codex,
  gemini,
  opencode,
  copilot,
  cursor,
};
