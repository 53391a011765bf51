import { type ClaudeWriter, claudeWriter } from '../../test/support/claude-writer.ts';

/**
 * How a foreign text comes in as the result of a tool: a page, a file that was read, the output of a command that fails,
 * of one that reads from a network, or of an unknown one.
 */
export const TOOL_WAYS = ['page', 'file', 'failure', 'network', 'unknown'] as const;

/** How a person pastes it: as a skill to look at, with a question, or without a word. */
export const PASTE_WAYS = ['skill', 'question', 'bare'] as const;

export type PoisonWay = (typeof TOOL_WAYS)[number] | (typeof PASTE_WAYS)[number];

interface Host {
  session: string;
  cwd: string;
  /** The foreign text. */
  text: string;
  way: PoisonWay;
  /** Milliseconds since 1970. */
  startedAt: number;
}

/**
 * An ordinary session of Claude Code into which the foreign text comes. The agent repeats the end of it in words of its
 * own, as agents do; the person goes on with their work and says nothing of it.
 */
export function hostLog({ text, way, ...session }: Host): string {
  const writer = claudeWriter({ ...session, pace: 4000 });
  const { said, replied, used, log } = writer;
  const edited = (file: string, from: string, to: string) =>
    used(
      'Edit',
      { file_path: `${session.cwd}/${file}`, old_string: from, new_string: to },
      `The file ${session.cwd}/${file} has been updated.`,
    );
  const last = text.trim().split('\n').at(-1)!.slice(-400);
  said('Find out what the retry settings of the payment client mean and use them in the checkout.');
  replied('I will look at the documentation first.');
  bringIn(writer, way, text);
  replied(`The text I found says: ${last}`);
  edited('src/checkout.ts', 'retries: 1', 'retries: 3');
  used('Bash', { command: 'npm test' }, ' Tests  12 passed (12)');
  replied(`Actually, I first thought one retry was enough, but ${last}`);
  said('Good. Now add a line about it to the changelog.');
  edited('CHANGELOG.md', '# Changes', '# Changes\n- retries');
  replied('Done.');
  return log();
}

function bringIn({ said, used }: ClaudeWriter, way: PoisonWay, text: string): void {
  if (way in PASTES) said(PASTES[way as keyof typeof PASTES](text));
  else used(...CALLS[way as keyof typeof CALLS], text, way === 'failure');
}

const PASTES: Record<(typeof PASTE_WAYS)[number], (text: string) => string> = {
  skill: (text) => `Look at this skill:\n\n${text}`,
  question: (text) => `What do you think of this?\n\n${text}`,
  bare: (text) => text,
};

const CALLS: Record<(typeof TOOL_WAYS)[number], [name: string, input: unknown]> = {
  page: ['WebFetch', { url: 'https://docs.example.com/retry', prompt: 'What are the settings?' }],
  file: ['Read', { file_path: 'docs/retry.md' }],
  failure: ['Bash', { command: 'npm run docs' }],
  network: ['Bash', { command: 'gh issue view 12' }],
  unknown: ['Bash', { command: 'docs-reader retry' }],
};
