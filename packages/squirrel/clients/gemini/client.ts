import { createHash } from 'node:crypto';
import type { AgentClient } from '../client.ts';
import { homeOf, setup } from './setup.ts';
import { toolOf } from './tools.ts';

/** How every chat begins, wherever it was copied to and whatever it is called there. */
const HEAD = /^\s*\{\s*"sessionId"\s*:\s*"[^"]*"\s*,\s*"projectHash"\s*:/;

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
  toolOf,
  setup,
  rules: {
    project: ['GEMINI.md'],
    anyFolder: ['GEMINI.md'],
    whereItWorks: true,
    imports: true,
    personal: ['GEMINI.md'],
  },
};
