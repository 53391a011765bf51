import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import type { ClientFolders } from '@sqrl/base/model/reader.ts';
import { foldersIn } from '../../reading/testing/fixtures.ts';
import type { ClientSamples } from '../../testing/samples.ts';

// Cursor cannot be run without its service, and its format is not published. The databases here are made
// after what several public tools that read them have found out; none was written by Cursor.
export const BEGAN = Date.UTC(2026, 2, 1, 10);
export const CHAT = '11111111-1111-4111-8111-111111111111';

export interface Kept {
  folders: ClientFolders;
  db: DatabaseSync;
  put(key: string, value: unknown): void;
}

/** A home in which Cursor has kept nothing yet. */
export function aCursor(home: string): Kept {
  const folders = foldersIn(home);
  const open = (path: string): DatabaseSync => {
    mkdirSync(join(folders.cursor, path, '..'), { recursive: true });
    const db = new DatabaseSync(join(folders.cursor, path));
    db.exec(`pragma journal_mode = wal;
      create table ItemTable (key text unique on conflict replace, value blob);
      create table cursorDiskKV (key text unique on conflict replace, value blob)`);
    return db;
  };
  const db = open('globalStorage/state.vscdb');
  const workspace = open('workspaceStorage/abc123/state.vscdb');
  workspace
    .prepare('insert into ItemTable values (?, ?)')
    .run('composer.composerData', JSON.stringify({ allComposers: [{ composerId: CHAT }] }));
  workspace.close();
  writeFileSync(
    join(folders.cursor, 'workspaceStorage/abc123/workspace.json'),
    JSON.stringify({ folder: 'file:///home/dev/tiny' }),
  );
  const insert = db.prepare('insert into cursorDiskKV values (?, ?)');
  return { folders, db, put: (key, value) => void insert.run(key, JSON.stringify(value)) };
}

export const composer = (bubbles: readonly { bubbleId: string; type: number }[], some: object = {}) => ({
  _v: 10,
  composerId: CHAT,
  name: 'Fix the adder',
  createdAt: BEGAN,
  status: 'completed',
  createdOnBranch: 'main',
  modelConfig: { modelName: 'claude-4.5-sonnet' },
  fullConversationHeadersOnly: bubbles.map(({ bubbleId, type }) => ({ bubbleId, type })),
  generatingBubbleIds: [],
  ...some,
});

let minute = 0;
const bubble = (bubbleId: string, type: 1 | 2, some: object = {}) => ({
  _v: 3,
  bubbleId,
  type,
  text: '',
  createdAt: new Date(BEGAN + 60_000 * ++minute).toISOString(),
  ...some,
});

export const tool = (bubbleId: string, name: string, params: object, result: unknown, some: object = {}) =>
  bubble(bubbleId, 2, {
    capabilityType: 15,
    toolFormerData: {
      name,
      status: 'completed',
      rawArgs: '{}',
      params: JSON.stringify(params),
      result: JSON.stringify(result),
      ...some,
    },
  });

export const FIX = [
  bubble('b1', 1, {
    text: 'Please make the test pass.',
    relevantFiles: ['calc.js'],
    tokenCount: { inputTokens: 0, outputTokens: 0 },
  }),
  bubble('b2', 2, {
    thinking: { text: 'First I look.' },
    tokenCount: { inputTokens: 120, outputTokens: 42 },
  }),
  bubble('b3', 2, { text: 'I will look.' }),
  tool(
    'b4',
    'read_file',
    { targetFile: 'calc.js', startLineOneIndexed: 1, endLineOneIndexedInclusive: 3 },
    { contents: 'x' },
  ),
  tool('b5', 'run_terminal_cmd', { command: 'node test.js' }, { output: 'FAIL', exitCodeV2: 1 }),
  tool(
    'b6',
    'search_replace',
    { relativeWorkspacePath: 'calc.js' },
    { diff: { chunks: [{ newStart: 2, newLines: 2 }] } },
  ),
  tool(
    'b7',
    'run_terminal_cmd',
    { command: 'rm -rf /' },
    { rejected: true },
    { userDecision: 'rejected', status: 'cancelled' },
  ),
  tool('b8', 'web_search', { search_term: 'adders' }, {}, { status: 'cancelled' }),
  tool('b9', 'edit_file', { target_file: 'calc.js' }, null, { status: 'error', error: 'no match' }),
  bubble('b10', 2, { text: 'Done.' }),
  bubble('b11', 2, { capabilityType: 30 }),
];

export function fill(
  { put }: Kept,
  bubbles: readonly { bubbleId: string; type: number }[],
  some: object = {},
): void {
  put(`composerData:${CHAT}`, composer(bubbles, some));
  for (const one of bubbles) put(`bubbleId:${CHAT}:${one.bubbleId}`, one);
  put('checkpointId:of:no:interest', {});
}

export const samples: ClientSamples = {
  fixtures(home) {
    const fix = aCursor(home);
    fill(fix, FIX);
    fix.db.close();
    return [
      {
        name: 'fix',
        folders: fix.folders,
        truth: {
          prompts: ['Please make the test pass.'],
          replies: ['I will look.', 'Done.'],
          calls: [
            { tool: 'read', name: 'read_file', outcome: 'ok', file: 'calc.js' },
            { tool: 'run', name: 'run_terminal_cmd', outcome: 'failed' },
            { tool: 'edit', name: 'search_replace', outcome: 'ok', file: 'calc.js' },
            { tool: 'run', name: 'run_terminal_cmd', outcome: 'rejected' },
            { tool: 'web search', name: 'web_search', outcome: 'interrupted' },
            { tool: 'edit', name: 'edit_file', outcome: 'failed', file: 'calc.js' },
          ],
          counts: { prompts: 1, calls: 6, failed: 2, rejected: 1, interrupted: 1, compactions: 0 },
        },
      },
    ];
  },
  settings: {
    '.cursor/mcp.json': '',
    '.cursor/hooks.json':
      '{\n  "version": 1,\n  "hooks": {\n    "stop": [{ "command": "./mine.sh" }],\n    "postToolUse": [\n    ]\n  }\n}\n',
  },
  prompt: ({ session, cwd, text }) => [
    'beforeSubmitPrompt',
    { conversation_id: session, workspace_roots: [cwd], prompt: text },
  ],
  answerKeys: ['additional_context'],
};
