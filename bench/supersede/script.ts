import type { Turn } from './conversations.ts';

interface Script {
  session: string;
  cwd: string;
  turns: readonly Turn[];
  /** Milliseconds since 1970. */
  startedAt: number;
}

/** A session of Claude Code in which a person and an agent say what a script has them say. */
export function scriptedLog({ session, cwd, turns, startedAt }: Script): string {
  const lines: string[] = [];
  const record = (type: 'user' | 'assistant', content: unknown) => {
    const place = lines.length;
    const uuid = `${session}-${place}`;
    const message =
      type === 'user'
        ? { role: 'user', content }
        : { id: `msg_${uuid}`, type: 'message', role: 'assistant', model: 'claude-sonnet-4-5', content };
    lines.push(
      JSON.stringify({
        parentUuid: place === 0 ? null : `${session}-${place - 1}`,
        isSidechain: false,
        userType: 'external',
        cwd,
        sessionId: session,
        version: '2.1.63',
        gitBranch: 'main',
        type,
        message,
        uuid,
        timestamp: new Date(startedAt + place * 5000).toISOString(),
      }),
    );
  };
  const used = (name: string, input: unknown, content: string, isError = false) => {
    const id = `toolu_${session}_${lines.length}`;
    record('assistant', [{ type: 'tool_use', id, name, input }]);
    record('user', [{ type: 'tool_result', tool_use_id: id, content, is_error: isError }]);
  };
  for (const turn of turns) {
    if (typeof turn === 'string') {
      record('user', turn);
      record('assistant', [{ type: 'text', text: 'Understood, I will see to it.' }]);
    } else if ('agent' in turn) record('assistant', [{ type: 'text', text: turn.agent }]);
    else if ('page' in turn)
      used('WebFetch', { url: 'https://example.com/guide', prompt: 'What does it say?' }, turn.page);
    else if ('asks' in turn)
      used(
        'AskUserQuestion',
        { questions: [{ question: turn.asks, options: [] }] },
        `User has answered your questions: "${turn.asks}"="${turn.answer}". You can now continue with the user's answers in mind.`,
      );
    else
      used(
        'Bash',
        { command: 'yarn add dayjs' },
        `The user doesn't want to proceed with this tool use. The tool use was rejected (eg. if it was a file edit, the new_string was NOT written to the file). To tell you how to proceed, the user said:\n${turn.refuses}`,
        true,
      );
  }
  return `${lines.join('\n')}\n`;
}
