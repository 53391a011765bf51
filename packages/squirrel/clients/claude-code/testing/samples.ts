import type { ClientSamples } from '../../testing/samples.ts';

export const samples: ClientSamples = {
  stranger: { line: '{"type":"dream","sessionId":"x","content":"…"}', type: 'dream' },
  settings: {
    '.claude.json':
      '{\n  "numStartups": 12,\n  "mcpServers": {\n    "memo": { "command": "npx", "args": ["memo"] }\n  },\n  "projects": {\n    "/home/ann/shop": { "hasTrustDialogAccepted": true }\n  },\n  "userID": "ann"\n}\n',
    '.claude/settings.json':
      '{\n\t"model": "opus",\n\t// loud, but I like it\n\t"hooks": {\n\t\t"Stop": [\n\t\t\t{ "hooks": [{ "type": "command", "command": "say done" }] } // keep\n\t\t],\n\t\t"Notification": []\n\t},\n\t"permissions": { "allow": ["Bash(npm test)"] }, /* the end */\n}',
  },
  prompt: ({ session, cwd, text }) => ['UserPromptSubmit', { session_id: session, cwd, prompt: text }],
  answerKeys: ['hookSpecificOutput', 'systemMessage'],
};
