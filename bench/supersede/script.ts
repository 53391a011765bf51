import { claudeWriter } from '../../test/support/claude-writer.ts';
import type { Turn } from './conversations.ts';

interface Script {
  session: string;
  cwd: string;
  turns: readonly Turn[];
  /** Milliseconds since 1970. */
  startedAt: number;
}

/** A session of Claude Code in which a person and an agent say what a script has them say. */
export function scriptedLog({ turns, ...session }: Script): string {
  const { said, replied, used, log } = claudeWriter({ ...session, pace: 5000 });
  for (const turn of turns)
    if (typeof turn === 'string') {
      said(turn);
      replied('Understood, I will see to it.');
    } else if ('agent' in turn) replied(turn.agent);
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
  return log();
}
