import type { HookClient } from '../../model/hook-events.ts';
import { claudeCode } from '../claude-code/hooks.ts';
import { codex } from '../codex/hooks.ts';
import { copilot } from '../copilot/hooks.ts';
import { cursor } from '../cursor/hooks.ts';
import { gemini } from '../gemini/hooks.ts';
import { opencode } from '../opencode/hooks.ts';
import type { Dialect } from './dialect.ts';

/** How each client speaks. */
export const dialects: Record<HookClient, Dialect> = {
  'claude-code': claudeCode,
  codex,
  gemini,
  opencode,
  copilot,
  cursor,
};
