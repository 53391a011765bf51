import type { AgentClient } from '../client.ts';
import { homeOf, setup } from './setup.ts';
import { toolOf } from './tools.ts';

/** Gemini CLI. */
export const gemini: AgentClient = {
  name: 'gemini',
  title: 'Gemini CLI',
  logs: {
    folder: homeOf,
    trees: ['tmp'],
    home: /[\\/]tmp[\\/][^\\/]+[\\/]chats[\\/]/,
    recognize: (path, head) => {
      if (/\.jsonl(\.gz)?$/i.test(path))
        return /^\s*\{"sessionId":"[^"]*","projectHash":/.test(head()) ? 'lines' : undefined;
      return /[\\/]session-[^\\/]*\.json$/i.test(path) && /"projectHash"|"sessionId"/.test(head())
        ? 'document'
        : undefined;
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
  shellMarks: ['GEMINI_CLI'],
};
