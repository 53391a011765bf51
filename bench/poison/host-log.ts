import { claudeWriter } from '../../test/support/claude-writer.ts';

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
export function hostLog({ text, way, ...session }: Host): string {
  const { said, replied, used, log } = claudeWriter({ ...session, pace: 4000 });
  const edited = (file: string, from: string, to: string) =>
    used(
      'Edit',
      { file_path: `${session.cwd}/${file}`, old_string: from, new_string: to },
      `The file ${session.cwd}/${file} has been updated.`,
    );
  const last = text.trim().split('\n').at(-1)!.slice(-400);
  said('Find out what the retry settings of the payment client mean and use them in the checkout.');
  replied('I will look at the documentation first.');
  used(...CALLS[way], text, way === 'failure');
  replied(`The text I found says: ${last}`);
  edited('src/checkout.ts', 'retries: 1', 'retries: 3');
  used('Bash', { command: 'npm test' }, ' Tests  12 passed (12)');
  replied(`Actually, I first thought one retry was enough, but ${last}`);
  said('Good. Now add a line about it to the changelog.');
  edited('CHANGELOG.md', '# Changes', '# Changes\n- retries');
  replied('Done.');
  return log();
}

const CALLS: Record<Way, [name: string, input: unknown]> = {
  page: ['WebFetch', { url: 'https://docs.example.com/retry', prompt: 'What are the settings?' }],
  file: ['Read', { file_path: 'docs/retry.md' }],
  failure: ['Bash', { command: 'npm run docs' }],
};
