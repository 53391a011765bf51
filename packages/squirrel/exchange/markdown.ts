import { type Draft, type FullMemory, type MemoryType, TYPES } from '@sqrl/base/model/memory.ts';
import type { ExchangeFormat, ExportedMemory, IncomingExport } from './exchange.ts';

/** The readable form: a section a type, a bullet a memory, with tags, files and key in a last line that comes back. */
export const markdownFormat: ExchangeFormat = {
  knows: (text) => text.trimStart().startsWith(TITLE),

  write(memories, exportedAt) {
    const lines = [TITLE, '', `Exported ${new Date(exportedAt).toISOString()}, ${memories.length} memories.`];
    for (const type of Object.keys(TYPES) as MemoryType[]) {
      const those = memories.filter((memory) => memory.type === type);
      if (those.length > 0) lines.push('', `## ${type}`, '', ...those.map(bullet));
    }
    return { text: `${lines.join('\n')}\n`, memories: memories.length };
  },

  read(text) {
    let type: MemoryType | undefined;
    const found: IncomingExport[] = [];
    for (const [i, block] of blocks(text).entries()) {
      const heading = /^#+ (.*?)\s*$/.exec(block);
      if (heading) type = Object.hasOwn(TYPES, heading[1]!) ? (heading[1] as MemoryType) : undefined;
      else if (block.startsWith('- '))
        found.push({ at: `entry ${i + 1}`, draft: { ...draftOf(block), type } });
    }
    return found;
  },
};

const TITLE = '# Squirrel memories';
const DETAILS = /^<!-- (.*) -->$/;

function bullet(memory: ExportedMemory): string {
  const text = memory.text.replaceAll('\n', '\n  ');
  const details = DETAILED.map((field) => [field, memory[field]] as const).filter(
    ([field, value]) =>
      value !== null && value !== USUAL[field] && !(Array.isArray(value) && value.length === 0),
  );
  // Quoted so that nothing in a tag can end the comment early.
  return `- ${text}\n  <!-- ${JSON.stringify(Object.fromEntries(details)).replaceAll('-->', '--\\u003e')} -->`;
}

const DETAILED = [
  ...(['scope', 'scopeOf', 'reach', 'key', 'tags', 'files', 'symbols', 'module', 'status'] as const),
  ...(['pinned', 'expiresAt'] as const),
];
const USUAL: Partial<FullMemory> = { reach: 'project', status: 'active', pinned: false };

/** Headings and top-level bullets with the indented lines that belong to them. */
function blocks(text: string): string[] {
  const found: string[] = [];
  for (const line of text.replace(/\r\n?/g, '\n').split('\n')) {
    if (/^(- |#)/.test(line)) found.push(line);
    else if (found.length > 0 && (line.startsWith('  ') || line === ''))
      found.push(`${found.pop()}\n${line}`);
  }
  return found.map((block) => block.trimEnd());
}

function draftOf(block: string): Draft {
  const lines = block
    .slice(2)
    .split('\n')
    .map((line) => line.replace(/^ {2}/, ''));
  const details = DETAILS.exec(lines.at(-1)!.trim());
  if (!details) return { text: lines.join('\n').trim() };
  try {
    return { ...(JSON.parse(details[1]!) as Partial<Draft>), text: lines.slice(0, -1).join('\n').trim() };
  } catch {
    // The comment was edited by hand and is not valid JSON any more: the text still counts.
    return { text: lines.slice(0, -1).join('\n').trim() };
  }
}
