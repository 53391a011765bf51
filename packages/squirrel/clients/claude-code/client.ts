import type { AgentClient } from '../client.ts';
import { homeOf, setup } from './setup.ts';
import { toolOf } from './tools.ts';

export const claudeCode: AgentClient = {
  name: 'claude-code',
  title: 'Claude Code',
  logs: {
    folder: homeOf,
    trees: ['projects'],
    home: /[\\/]projects[\\/][^\\/]+[\\/](?:[^\\/]+[\\/]subagents[\\/])?[^\\/]+\.jsonl$/,
    recognize: (path, head) =>
      /\.jsonl(\.gz)?$/i.test(path) && (OWN.test(head()) || isOlder(head())) ? 'lines' : undefined,
  },
  reader: async () => (await import('./logs.ts')).claudeCodeLogs,
  dialect: async () => (await import('./hooks.ts')).claudeCodeHooks,
  toolOf,
  setup,
  rules: {
    project: ['CLAUDE.md', 'CLAUDE.local.md', '.claude/CLAUDE.md', '.claude/rules/**/*.md'],
    anyFolder: ['CLAUDE.md'],
    whereItWorks: true,
    imports: true,
    personal: ['CLAUDE.md', 'rules/*.md'],
    notes: (root) => `projects/${root.replace(/[^A-Za-z0-9]/g, '-')}/memory`,
    keeps: /^(?:plans|projects\/[^/]+\/memory)\/[^/]+\.md$/,
  },
};

const OWN =
  /"(?:parentUuid|leafUuid|isSidechain|isSnapshotUpdate)":|"type":"(?:queue-operation|file-history-snapshot|summary|custom-title|mode)"/;

const isOlder = (head: string): boolean => /"sessionId":/.test(head) && /"type":/.test(head);
