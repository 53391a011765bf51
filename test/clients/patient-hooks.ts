import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Place } from './place.ts';

/** Gives our hook program a minute. That it keeps its usual limits is tested without a client. */
export const PATIENT = { SQRL_HOOK_MS: '60000' };

/** Where `sqrl init`, or a copied plugin, says how long each client waits for a hook. */
const FILES = [
  '.claude/settings.json',
  '.codex/hooks.json',
  '.copilot/hooks/squirrel.json',
  '.gemini/settings.json',
  '.config/opencode/plugins/squirrel.js',
  'plugin/hooks/hooks.json',
];

/** Has the clients of a place wait a hundred times as long for a hook: on a busy machine to start it takes seconds. */
export function waitLonger({ home }: Place): void {
  for (const file of FILES.map((path) => join(home, path)).filter(existsSync)) {
    const text = readFileSync(file, 'utf8');
    writeFileSync(file, text.replace(/(?<="timeout(?:Sec)?": |PATIENCE_MS = )\d+/g, '$&00'));
  }
}
