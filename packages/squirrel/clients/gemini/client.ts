import { createHash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import type { AgentClient } from '../client.ts';
import type { McpForm } from '../setup/client.ts';
import { commandTargets, groupOf, hookEntries, hookLine, serverEntry } from '../setup/ours.ts';
import type { Person } from '../setup/surroundings.ts';

const server: McpForm = { file: '~/.gemini/settings.json' };

/** How every chat begins, wherever it was copied to and whatever it is called there. */
const HEAD = /^\s*\{\s*"sessionId"\s*:\s*"[^"]*"\s*,\s*"projectHash"\s*:/;

/** Gemini CLI: servers and hooks in one file, times in milliseconds. */
export const gemini: AgentClient = {
  name: 'gemini',
  title: 'Gemini CLI',
  logs: {
    folder: homeOf,
    trees: ['tmp'],
    home: /[\\/]tmp[\\/][^\\/]+[\\/]chats[\\/]/,
    recognize: (path, head) => {
      if (/\.jsonl(\.gz)?$/i.test(path)) return HEAD.test(head()) ? 'lines' : undefined;
      if (!/\.json$/i.test(path)) return undefined;
      const isNamed = /[\\/]session-[^\\/]*\.json$/i.test(path) && /"projectHash"|"sessionId"/.test(head());
      return isNamed || HEAD.test(head()) ? 'document' : undefined;
    },
    rootOf: (head, roots) => {
      const [, wanted] = /"projectHash"\s*:\s*"([0-9a-f]{64})"/.exec(head.slice(0, 1000)) ?? [];
      return roots.find((root) => createHash('sha256').update(root).digest('hex') === wanted);
    },
  },
  reader: async () => (await import('./logs.ts')).geminiLogs,
  dialect: async () => (await import('./hooks.ts')).geminiHooks,
  setup: {
    programs: ['gemini'],
    folders: (here) => [homeOf(here)],
    already: (here) =>
      existsSync(join(homeOf(here), 'extensions', 'squirrel', 'gemini-extension.json'))
        ? 'has the Squirrel extension, which includes everything.'
        : undefined,
    targets: (here) => {
      const folder = here.project === undefined ? homeOf(here) : join(here.project, '.gemini');
      return [
        {
          kind: 'json',
          path: join(folder, 'settings.json'),
          what: 'the MCP server and hooks',
          entries: [
            serverEntry(server, here),
            ...hookEntries('gemini', (event) =>
              groupOf(event, {
                name: 'squirrel',
                command: hookLine('gemini', event.event, here),
                timeout: event.timeoutMs,
              }),
            ),
          ],
        },
        ...commandTargets('gemini', join(folder, 'commands'), here),
      ];
    },
    server,
  },
  rules: {
    project: ['GEMINI.md'],
    anyFolder: ['GEMINI.md'],
    whereItWorks: true,
    imports: true,
    personal: ['GEMINI.md'],
  },
};

function homeOf({ env, person }: Person): string {
  return join(env.GEMINI_CLI_HOME || person, '.gemini');
}
