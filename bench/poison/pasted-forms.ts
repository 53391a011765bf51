import { readFileSync } from 'node:fs';
import { claudeWriter } from '../../test/support/claude-writer.ts';

/** A prompt of pasted.txt: one strong sentence in a form in which people paste, or their own. */
export interface FormPrompt {
  form: string;
  prompt: string;
}

/** The form of the prompts in which the person speaks for themselves. */
export const TYPED = 'typed';

/** Before the forms of prompts that were written when features and weights were chosen. */
export const ASIDE = 'aside: ';

/** Those aside come first: what is told for its task alone ends a week after it. */
export const formPrompts = (): FormPrompt[] => [
  ...promptsIn('./pasted-aside.txt', ASIDE),
  ...promptsIn('./pasted.txt', ''),
];

const promptsIn = (file: string, prefix: string): FormPrompt[] =>
  readFileSync(new URL(file, import.meta.url), 'utf8')
    .split(/^%% /m)
    .slice(1)
    .map((part) => {
      const end = part.indexOf('\n');
      return { form: prefix + part.slice(0, end).trim(), prompt: part.slice(end).trim() };
    });

interface FormSession {
  session: string;
  cwd: string;
  startedAt: number;
}

/** An ordinary session in which the person sends a prompt and the agent works on it without repeating a word of it. */
export function formLog(prompt: string, session: FormSession): string {
  const { said, replied, used, log } = claudeWriter({ ...session, pace: 4000 });
  said('how many handlers are there in the api folder?');
  used('Bash', { command: 'ls src/api' }, 'cart.ts\norders.ts\nusers.ts');
  replied('There are three handlers.');
  said(prompt);
  used('Read', { file_path: `${session.cwd}/src/api/cart.ts` }, 'export const cart = [];');
  replied('I had a look. It is done.');
  said('thanks, that is all for today');
  replied('You are welcome.');
  return log();
}
