import { AGENT_CLIENTS } from './clients.ts';

/** Rule files of agents that are not clients here, in a repository. */
const OTHERS = [
  'QWEN.md',
  '.windsurfrules',
  '.windsurf/rules/*.md',
  '.clinerules',
  '.clinerules/*.md',
  '.goosehints',
  'CONVENTIONS.md',
  '.junie/guidelines.md',
];

export const PROJECT_RULES: readonly string[] = [
  ...new Set([...AGENT_CLIENTS.flatMap(({ rules }) => rules.project), ...OTHERS]),
];

/** Names of rule files that count in the folder they lie in: `CLAUDE.md`, `AGENTS.md`. */
export const FOLDER_RULES: readonly string[] = [
  ...new Set(AGENT_CLIENTS.flatMap(({ rules }) => rules.anyFolder)),
];
