import type { ClientSamples } from '../../testing/samples.ts';

export const samples: ClientSamples = {
  stranger: { line: '{"id":"a-dream","type":"dream","content":"…"}', type: 'message/dream' },
  settings: {
    '.gemini/settings.json':
      '{\r\n    "security": { "auth": { "selectedType": "gemini-api-key" } },\r\n    "hooks": {},\r\n    "theme": "Default"\r\n}\r\n',
  },
  prompt: ({ session, cwd, text }) => [
    'BeforeAgent',
    { session_id: session, cwd, prompt: `<hook_context>x</hook_context>\n\n${text}` },
  ],
  answerKeys: ['hookSpecificOutput', 'systemMessage'],
};
