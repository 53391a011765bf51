import { claudeWriter } from './claude-writer.ts';

/** A step of a made-up session. */
export type Turn =
  | { say: string }
  | { reply: string }
  | { run: string; output?: string; fails?: boolean }
  | { edit: string; fails?: string }
  | { read: string }
  | { fetch: string; output: string };

/** The log of a made-up session of Claude Code, a few seconds a step. */
export function claudeLog({
  turns,
  ...session
}: {
  session: string;
  cwd: string;
  startedAt: number;
  turns: readonly Turn[];
}): string {
  const { cwd } = session;
  const { said, replied, used, log } = claudeWriter({ ...session, pace: 3000 });
  for (const turn of turns)
    if ('say' in turn) said(turn.say);
    else if ('reply' in turn) replied(turn.reply);
    else if ('run' in turn) used('Bash', { command: turn.run }, turn.output ?? '', turn.fails);
    else if ('edit' in turn) {
      const input = { file_path: `${cwd}/${turn.edit}`, old_string: 'a', new_string: 'b' };
      used('Edit', input, turn.fails ?? 'The file has been updated.', turn.fails !== undefined);
    } else if ('read' in turn) used('Read', { file_path: `${cwd}/${turn.read}` }, '1\tconst a = 1;');
    else used('WebFetch', { url: turn.fetch, prompt: 'What does it say?' }, turn.output);
  return log();
}
