import type { HookClient } from '@sqrl/base/model/hook-events.ts';
import { claudeCode } from './claude-code/client.ts';
import type { AgentClient } from './client.ts';
import { codex } from './codex/client.ts';
import { copilot } from './copilot/client.ts';
import { cursor } from './cursor/client.ts';
import { gemini } from './gemini/client.ts';
import { opencode } from './opencode/client.ts';

/** The clients by name. CONTRIBUTING.md says what adding one takes. */
const CLIENTS_BY_NAME: Readonly<Record<HookClient, AgentClient>> = {
  'claude-code': claudeCode,
  codex,
  gemini,
  opencode,
  copilot,
  cursor,
};

export const AGENT_CLIENTS: readonly AgentClient[] = Object.values(CLIENTS_BY_NAME);

export const clientNamed = (name: HookClient): AgentClient => CLIENTS_BY_NAME[name];

/** The word by which other programs' texts name a client: `Claude`, `Copilot`. */
export const brandOf = ({ title }: AgentClient): string => title.split(' ')[0]!;
