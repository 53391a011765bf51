/** A step of a made-up session. */
export type Turn =
  | { say: string }
  | { reply: string }
  | { run: string; output?: string; fails?: boolean }
  | { edit: string }
  | { read: string }
  | { fetch: string; output: string };

/** The log of a made-up session of Claude Code, a few seconds a step. */
export function claudeLog({
  session,
  cwd,
  startedAt,
  turns,
}: {
  session: string;
  cwd: string;
  startedAt: number;
  turns: readonly Turn[];
}): string {
  let place = 0;
  let before: string | null = null;
  const record = (type: 'user' | 'assistant', content: unknown): string => {
    const uuid = `${session}-${place}`;
    const message =
      type === 'user'
        ? { role: 'user', content }
        : { id: `msg_${uuid}`, type: 'message', role: 'assistant', model: 'claude-sonnet-4-5', content };
    const timestamp = new Date(startedAt + place++ * 3000).toISOString();
    const line = { parentUuid: before, isSidechain: false, userType: 'external', cwd, sessionId: session };
    before = uuid;
    return JSON.stringify({ ...line, version: '2.1.63', gitBranch: 'main', type, message, uuid, timestamp });
  };
  const tool = (name: string, input: unknown, content: string, isError = false): string[] => {
    const id = `toolu_${session}_${place}`;
    return [
      record('assistant', [{ type: 'tool_use', id, name, input }]),
      record('user', [{ type: 'tool_result', tool_use_id: id, content, is_error: isError }]),
    ];
  };
  const lines = turns.flatMap((turn): string[] => {
    if ('say' in turn) return [record('user', turn.say)];
    if ('reply' in turn) return [record('assistant', [{ type: 'text', text: turn.reply }])];
    if ('run' in turn) return tool('Bash', { command: turn.run }, turn.output ?? '', turn.fails);
    if ('edit' in turn)
      return tool(
        'Edit',
        { file_path: `${cwd}/${turn.edit}`, old_string: 'a', new_string: 'b' },
        'The file has been updated.',
      );
    if ('read' in turn) return tool('Read', { file_path: `${cwd}/${turn.read}` }, '1\tconst a = 1;');
    return tool('WebFetch', { url: turn.fetch, prompt: 'What does it say?' }, turn.output);
  });
  return `${lines.join('\n')}\n`;
}
