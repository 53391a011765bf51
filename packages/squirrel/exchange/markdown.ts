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
  const details = Object.fromEntries(
    Object.entries(detailsOf(memory)).filter(
      ([, value]) => value !== null && !(Array.isArray(value) && value.length === 0),
    ),
  );
  // Quoted so that nothing in a tag can end the comment early.
  return `- ${text}\n  <!-- ${JSON.stringify(details).replaceAll('-->', '--\\u003e')} -->`;
}

const detailsOf = ({
  scope,
  scopeOf,
  reach,
  key,
  tags,
  files,
  symbols,
  module,
  status,
  pinned,
  expiresAt,
}: FullMemory) => ({
  scope,
  scopeOf,
  reach: reach === 'project' ? null : reach,
  key,
  tags,
  files,
  symbols,
  module,
  status: status === 'active' ? null : status,
  pinned: pinned || null,
  expiresAt,
});

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
