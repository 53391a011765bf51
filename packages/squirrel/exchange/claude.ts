import { type Kind, kindOf } from '@sqrl/base/model/memory.ts';
import { printedCode } from '@sqrl/base/model/printed.ts';
import { toldMemory } from '@sqrl/base/model/sync/told.ts';
import type { ArrivingDraft, ExchangeFormat, ExportedMemory } from './exchange.ts';

/** The form of CLAUDE.md and its like: rules under plain headings, for an agent to read as it is. It is read like any note. */
export const claude: Omit<ExchangeFormat, 'read'> = {
  // Any Markdown may be such a file, so this form is asked last.
  knows: () => true,

  write(memories, exportedAt) {
    // Agents obey such a file: what a person has not looked at yet does not belong in it.
    const shown = memories.filter(
      ({ status, expiresAt, needsReview, userId, verified }) =>
        status !== 'deprecated' &&
        !needsReview &&
        // Words of others are quoted to agents, never given as rules, unless this person stands for them.
        (userId === null || verified) &&
        (expiresAt === null || expiresAt > exportedAt),
    );
    const sections = HEADINGS.flatMap(([kind, heading]) => {
      const those = shown.filter(({ type }) => kindOf(type) === kind);
      return those.length > 0 ? [`## ${heading}\n\n${those.map(rule).join('\n')}`] : [];
    });
    return { text: `${TITLE}\n\n${sections.join('\n\n')}\n`, memories: shown.length };
  },
};

/** Takes the rules this form wrote out of a text, as they were before; the rest is the person's own and a note. */
export function takeOwnRules(text: string): { rules: ArrivingDraft[]; rest: string } {
  const lines = text.replace(/\r\n?/g, '\n').split('\n');
  if (lines.find((line) => line.trim() !== '')?.trim() !== TITLE) return { rules: [], rest: text };
  const bullets: string[][] = [];
  const rest: string[] = [];
  let ours = false;
  let open: string[] | undefined;
  for (const line of lines) {
    if (/^#+ /.test(line)) ours = HEADINGS.some(([, heading]) => line.trim() === `## ${heading}`);
    if (ours && line.startsWith('- ')) {
      open = [line.slice(2)];
      bullets.push(open);
    } else if (open && (line.startsWith('  ') || line.trim() === '')) open.push(line.slice(2));
    else {
      open = undefined;
      rest.push(line);
    }
  }
  const rules = bullets
    .map((bullet) => unescaped(bullet.join('\n').trim()))
    .filter((bullet) => bullet !== '')
    .map((bullet, i) => ({ at: `rule ${i + 1}`, ...ruleFrom(bullet) }));
  return { rules, rest: rest.join('\n') };
}

const TITLE = '# Project memory';
const HEADINGS: readonly [Kind, string][] = [
  ['guard', 'Watch out'],
  ['preference', 'How we like it'],
  ['invariant', 'Facts and decisions'],
  ['pattern', 'How things are done here'],
  ['note', 'Notes'],
];

function rule(memory: ExportedMemory): string {
  const { userId, text: words, files } = memory;
  // Confirmed here, and still another person's: an agent that reads the file sees whose rule it is.
  const text = userId ? toldMemory(memory) : words;
  const names = files.filter((file) => printedCode(file, file.length) === `\`${file}\``);
  const about = names.length > 0 ? ` (${names.map((file) => `\`${file}\``).join(', ')})` : '';
  return `- ${escaped(text).replaceAll('\n', '\n  ')}${about}`;
}

/** A line of a memory that would be a heading is none. */
const escaped = (text: string): string => text.replace(/^(?=#{1,6}\s|[=-]+\s*$)/gm, '\\');
const unescaped = (text: string): string => text.replace(/^\\(?=#{1,6}\s|[=-]+\s*$)/gm, '');

function ruleFrom(bullet: string): Omit<ArrivingDraft, 'at'> {
  const about = / \((`[^`\n]+`(?:, `[^`\n]+`)*)\)$/.exec(bullet);
  if (!about) return { draft: { text: bullet }, sameAs: [bullet, ...wordsIn(bullet)] };
  const text = bullet.slice(0, about.index);
  const files = about[1]!.split(', ').map((file) => file.slice(1, -1));
  return {
    draft: files.every(isFile) ? { text, files } : { text: bullet },
    sameAs: [bullet, text, ...wordsIn(text)],
  };
}

/** What stands in a quote of another person: the memory that it was written from. */
const wordsIn = (text: string): string[] => {
  const start = text.endsWith('”') ? text.indexOf('): “') : -1;
  return start === -1 ? [] : [text.slice(start + 4, -1)];
};

/** A command, an option or a call in brackets belongs to the sentence before it. */
const isFile = (name: string): boolean => !/^-|\s|\(\)$/.test(name);
