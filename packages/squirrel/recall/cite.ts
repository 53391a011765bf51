import type { Memory } from '@sqrl/base/model/memory.ts';
import { printed } from '@sqrl/base/model/printed.ts';
import { type ToldMemory, toldMemory, toldWords } from '@sqrl/base/model/sync/told.ts';

/** The longest a citation's few words may be, in characters. */
const MAX_CITATION_CHARS = 40;

/** A memory as a line that can be cited: `text [Memory #id: brief]`. */
export function cited(memory: Pick<Memory, 'id'> & ToldMemory): string {
  return `${toldMemory(memory)} [Memory #${memory.id}: ${briefOf(toldWords(memory))}]`;
}

/** The first words of a text, without what would end a citation. */
function briefOf(text: string): string {
  // Of a long text the beginning is enough, and less of it where nothing has to be taken out.
  const start = text.slice(0, 3 * MAX_CITATION_CHARS);
  const words = /[[\]#]|\s\s|[^\S ]|^\s|\s$/.test(start)
    ? printed(text.slice(0, 10 * MAX_CITATION_CHARS))
        .replace(/[[\]#]/g, '')
        .split(' ')
    : start.split(' ');
  let brief = '';
  for (const word of words) {
    const longer = brief === '' ? word : `${brief} ${word}`;
    if (longer.length > MAX_CITATION_CHARS) break;
    brief = longer;
  }
  return brief === ''
    ? `${[...words[0]!].slice(0, MAX_CITATION_CHARS - 1).join('')}…`
    : brief.replace(/[.,;:]$/, '');
}
