/** Writes the log of a made-up session of Claude Code, record by record. */
export interface ClaudeWriter {
  said(text: string): void;
  replied(text: string): void;
  used(name: string, input: unknown, content: string, isError?: boolean): void;
  /** All that was written, as the file would have it. */
  log(): string;
}

interface Session {
  session: string;
  cwd: string;
  /** Milliseconds since 1970. */
  startedAt: number;
  /** Between one record and the next, in milliseconds. */
  pace: number;
}

/** Begins the log of a session. */
export function claudeWriter({ session, cwd, startedAt, pace }: Session): ClaudeWriter {
  const lines: string[] = [];
  const uuidOf = (place: number) => `${session}-${place}`;
  const record = (type: 'user' | 'assistant', content: unknown): void => {
    const place = lines.length;
    const uuid = uuidOf(place);
    const message =
      type === 'user'
        ? { role: 'user', content }
        : { id: `msg_${uuid}`, type: 'message', role: 'assistant', model: 'claude-sonnet-4-5', content };
    lines.push(
      JSON.stringify({
        parentUuid: place === 0 ? null : uuidOf(place - 1),
        isSidechain: false,
        userType: 'external',
        cwd,
        sessionId: session,
        version: '2.1.63',
        gitBranch: 'main',
        type,
        message,
        uuid,
        timestamp: new Date(startedAt + place * pace).toISOString(),
      }),
    );
  };
  return {
    said: (text) => record('user', text),
    replied: (text) => record('assistant', [{ type: 'text', text }]),
    used(name, input, content, isError = false) {
      const id = `toolu_${session}_${lines.length}`;
      record('assistant', [{ type: 'tool_use', id, name, input }]);
      record('user', [{ type: 'tool_result', tool_use_id: id, content, is_error: isError }]);
    },
    log: () => `${lines.join('\n')}\n`,
  };
}
