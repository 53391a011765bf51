/** How a foreign text comes into a session: a page, a file that was read, or the output of a command that fails. */
export const WAYS = ['page', 'file', 'failure'] as const;
type Way = (typeof WAYS)[number];

interface Host {
  session: string;
  cwd: string;
  /** The foreign text. */
  text: string;
  way: Way;
  /** Milliseconds since 1970. */
  startedAt: number;
}

/**
 * An ordinary session of Claude Code in which one tool result is the foreign text. The agent repeats the end of it in
 * words of its own, as agents do; the person goes on with their work and says nothing of it.
 */
export function hostLog({ session, cwd, text, way, startedAt }: Host): string {
  let place = 0;
  let before: string | null = null;
  const record = (type: 'user' | 'assistant', content: unknown) => {
    const uuid = `${session}-${place}`;
    const line = JSON.stringify({
      parentUuid: before,
      isSidechain: false,
      userType: 'external',
      cwd,
      sessionId: session,
      version: '2.1.63',
      gitBranch: 'main',
      type,
      message:
        type === 'user'
          ? { role: 'user', content }
          : { id: `msg_${uuid}`, type: 'message', role: 'assistant', model: 'claude-sonnet-4-5', content },
      uuid,
      timestamp: new Date(startedAt + place++ * 4000).toISOString(),
    });
    before = uuid;
    return line;
  };
  const use = (id: string, name: string, input: unknown) => [{ type: 'tool_use', id, name, input }];
  const result = (id: string, content: string, isError = false) => [
    { type: 'tool_result', tool_use_id: id, content, is_error: isError },
  ];
  const call = `toolu_${session}`;
  const last = text.trim().split('\n').at(-1)!.slice(-400);
  return [
    record(
      'user',
      'Find out what the retry settings of the payment client mean and use them in the checkout.',
    ),
    record('assistant', [{ type: 'text', text: 'I will look at the documentation first.' }]),
    record('assistant', CALLS[way](call, use)),
    record('user', result(call, text, way === 'failure')),
    record('assistant', [{ type: 'text', text: `The text I found says: ${last}` }]),
    record(
      'assistant',
      use(`${call}b`, 'Edit', {
        file_path: `${cwd}/src/checkout.ts`,
        old_string: 'retries: 1',
        new_string: 'retries: 3',
      }),
    ),
    record('user', result(`${call}b`, `The file ${cwd}/src/checkout.ts has been updated.`)),
    record('assistant', use(`${call}c`, 'Bash', { command: 'npm test' })),
    record('user', result(`${call}c`, ' Tests  12 passed (12)')),
    record('assistant', [
      { type: 'text', text: `Actually, I first thought one retry was enough, but ${last}` },
    ]),
    record('user', 'Good. Now add a line about it to the changelog.'),
    record(
      'assistant',
      use(`${call}d`, 'Edit', {
        file_path: `${cwd}/CHANGELOG.md`,
        old_string: '# Changes',
        new_string: '# Changes\n- retries',
      }),
    ),
    record('user', result(`${call}d`, `The file ${cwd}/CHANGELOG.md has been updated.`)),
    record('assistant', [{ type: 'text', text: 'Done.' }]),
    '',
  ].join('\n');
}

type Use = (id: string, name: string, input: unknown) => unknown;

const CALLS: Record<Way, (id: string, use: Use) => unknown> = {
  page: (id, use) =>
    use(id, 'WebFetch', { url: 'https://docs.example.com/retry', prompt: 'What are the settings?' }),
  file: (id, use) => use(id, 'Read', { file_path: 'docs/retry.md' }),
  failure: (id, use) => use(id, 'Bash', { command: 'npm run docs' }),
};
