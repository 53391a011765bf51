import { type Kind, kindOf } from '../model/memory.ts';
import type { Form, Leaving } from './exchange.ts';

/** The form of CLAUDE.md and its like: rules under plain headings, for an agent to read as it is. It is read like any note. */
export const claude: Omit<Form, 'read'> = {
  // Any Markdown may be such a file, so this form is asked last.
  knows: () => true,

  write(memories) {
    const shown = memories.filter(({ status }) => status !== 'deprecated');
    const sections = HEADINGS.flatMap(([kind, heading]) => {
      const those = shown.filter(({ type }) => kindOf(type) === kind);
      return those.length > 0 ? [`## ${heading}\n\n${those.map(rule).join('\n')}`] : [];
    });
    return `# Project memory\n\n${sections.join('\n\n')}\n`;
  },
};

const HEADINGS: readonly [Kind, string][] = [
  ['guard', 'Watch out'],
  ['preference', 'How we like it'],
  ['invariant', 'Facts and decisions'],
  ['pattern', 'How things are done here'],
  ['note', 'Notes'],
];

function rule({ text, files }: Leaving): string {
  const about = files.length > 0 ? ` (${files.map((file) => `\`${file}\``).join(', ')})` : '';
  return `- ${text.replaceAll('\n', '\n  ')}${about}`;
}
