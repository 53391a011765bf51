import type { ClientSamples } from '../../testing/samples.ts';

export const samples: ClientSamples = {
  stranger: { line: '{"type":"session.dream","data":{}}', type: 'session.dream' },
  settings: {
    '.copilot/mcp-config.json': '{\n  "mcpServers": {}\n}\n',
    '.copilot/hooks/mine.json': '{ "version": 1, "hooks": {} }\n',
  },
  prompt: ({ session, cwd, text }) => ['userPromptSubmitted', { sessionId: session, cwd, prompt: text }],
  answerKeys: ['additionalContext'],
};
