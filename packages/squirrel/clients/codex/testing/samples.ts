import type { ClientSamples } from '../../testing/samples.ts';

export const samples: ClientSamples = {
  stranger: { line: '{"type":"dream","payload":{}}', type: 'dream' },
  settings: {
    '.codex/config.toml':
      '# Ann\'s\nmodel = "gpt-5.5"   # the good one\r\n\r\n[mcp_servers.memo]\r\ncommand = "npx"\r\nargs = [\r\n  "memo", # [not a table]\r\n]\r\n\r\n[projects."/home/ann/my shöp"]\r\ntrust_level = "trusted"',
    '.codex/hooks.json': '{"hooks":{"Stop":[{"hooks":[{"type":"command","command":"say done"}]}]}}',
  },
  prompt: ({ session, cwd, text }) => ['UserPromptSubmit', { session_id: session, cwd, prompt: text }],
  answerKeys: ['hookSpecificOutput', 'systemMessage'],
};
