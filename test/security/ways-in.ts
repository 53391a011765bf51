/** Events of Claude Code that hand in a text, one way each. */
export const HOOKED: ((text: string) => [event: string, input: object])[] = [
  (text) => ['UserPromptSubmit', { prompt: text }],
  (text) => ['UserPromptSubmit', { prompt: `/remember The hookmarker is ${text}` }],
  (text) => ['PreToolUse', { tool_name: 'Bash', tool_input: { command: text } }],
  (text) => ['PostToolUseFailure', { tool_name: 'Bash', tool_input: { command: text }, error: text }],
  (text) => [
    'PostToolUse',
    { tool_name: 'Bash', tool_input: { command: text }, tool_response: { stdout: text } },
  ],
  (text) => ['PreToolUse', { tool_name: 'Edit', tool_input: { file_path: 'a.ts', new_string: text } }],
];

/** Calls of tools that have a text among their arguments, one way each. */
export const ASKED: ((text: string) => [tool: string, given: Record<string, unknown>])[] = [
  (text) => ['remember', { text: `The toolmarker needs ${text}` }],
  (text) => ['recall', { question: text }],
  (text) => ['get_task_context', { task: text }],
  (text) => ['find_symbol', { symbol: text }],
  (text) => ['code_impact', { symbol: text }],
  (text) => ['remember', { text: 'The tags of the toolmarker', tags: [text], files: [text] }],
  (text) => ['correct_memory', { id: text, text }],
  (text) => ['history', { about: 'similar', of: text }],
  (text) => ['history', { about: 'file', of: text }],
];
