import type { Memory } from '@sqrl/base/model/memory.ts';

/** A memory's text as it is embedded: what it is about stands in front of what it says. */
export const contextualText = (memory: Pick<Memory, 'type' | 'files' | 'module' | 'text'>): string =>
  `${memoryContext(memory)}\n\n${memory.text}`;

/** What a memory is about, in a line. */
export function memoryContext(memory: Pick<Memory, 'type' | 'files' | 'module'>): string {
  const files = shortList(memory.files);
  const context = [
    files === '' ? undefined : `Files: ${files}`,
    memory.module ? `Module: ${tail(memory.module, MODULE_CHARACTERS)}` : undefined,
    `Type: ${memory.type}`,
  ];
  return context.filter((part) => part !== undefined).join(' | ');
}

/** A model reads some 1,200 characters: the context may have a sixth of them, the text has the rest. */
const FILES_CHARACTERS = 160;
const MODULE_CHARACTERS = 40;

/** As many of the first files as fit; of a path that is too long by itself, its end. */
function shortList(files: readonly string[]): string {
  let list = '';
  for (const file of files) {
    const longer = list === '' ? tail(file, FILES_CHARACTERS) : `${list}, ${file}`;
    if (longer.length > FILES_CHARACTERS) break;
    list = longer;
  }
  return list;
}

const tail = (text: string, most: number): string => (text.length <= most ? text : text.slice(-most));
