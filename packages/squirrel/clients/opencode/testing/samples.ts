import type { ClientSamples } from '../../testing/samples.ts';

export const samples: ClientSamples = {
  settings: {
    '.config/opencode/opencode.jsonc':
      '{\n  "$schema": "https://opencode.ai/config.json",\n  // mine\n  "mcp": {\n    "memo": { "type": "local", "command": ["npx", "memo"], "enabled": false },\n  },\n}\n',
    '.config/opencode/plugins/mine.js': 'export const Mine = async () => ({});\n',
  },
  prompt: ({ session, cwd, text }) => [
    'chat.message',
    {
      directory: cwd,
      input: { sessionID: session },
      output: { message: {}, parts: [{ type: 'text', text }] },
    },
  ],
  answerKeys: ['context', 'message'],
};
