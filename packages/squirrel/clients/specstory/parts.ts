import { fencesIn, type ToolBlock } from './blocks.ts';

export type AgentPart = { said: string } | { tool: ToolBlock };

/**
 * Takes apart what stands under an agent's name. Early versions of SpecStory wrote tool calls between the agent's words, parted by
 * lines; some later ones wrote them without their tags. What stands in several parts between two tools is said in one.
 */
export function agentParts(text: string): AgentPart[] {
  const parts: AgentPart[] = [];
  let words: string[] = [];
  const flush = () => {
    if (words.length > 0) parts.push({ said: words.join('\n\n---\n\n') });
    words = [];
  };
  for (const section of sectionsOf(text.split('\n'))) {
    const tool = toolIn(section);
    if (!tool && !NOTICE.test(section)) words.push(withoutFileCode(section));
    else {
      flush();
      if (tool) parts.push({ tool });
    }
  }
  flush();
  return parts;
}

/** What the client says of a call that it could not make, or of a message without words. */
const NOTICE =
  /^(?:<no message>|undefined|Cancelled|Model (?:supplied an ambiguous edit|provided invalid arguments .*)|The model (?:provided an ambiguous search string|made no changes).*|The string to replace was not found in the file\.|Invalid: old_string and new_string .*|Could not (?:find file '.*' in the workspace\.|resolve URI: .*)|Tool call timed out after .*|File is too large, .*)$/;

/** Cursor heads the code of a file with its path, `ts:src/add.ts` or `3:9:src/add.ts`. */
const FILE_FENCE = /^```(?:\w*|\d+:\d+):([^\s`:]+)$/;

/** Leaves the path where an agent's words hold the code of a file: that is read in the file. */
function withoutFileCode(section: string): string {
  const lines = section.split('\n');
  const lastEnd = lines.findLastIndex((line) => FENCE_END.test(line));
  const kept: string[] = [];
  for (let at = 0; at < lines.length; at++) {
    const [, path] = (at < lastEnd && FILE_FENCE.exec(lines[at]!)) || [];
    kept.push(path === undefined ? lines[at]! : `\`${path}\``);
    if (path !== undefined)
      do at++;
      while (!FENCE_END.test(lines[at]!));
  }
  return kept.join('\n');
}

/** The sections between parting lines; a line between fences parts nothing, nor does one that a tool printed. */
function sectionsOf(lines: readonly string[]): string[] {
  const sections: string[] = [];
  const endOf = sectionEndsIn(lines);
  for (let at = 0; at < lines.length; at++) {
    if (isBlank(lines[at]) || lines[at] === '---') continue;
    const end = endOf(at);
    sections.push(lines.slice(at, end).join('\n').trim());
    at = end;
  }
  return sections;
}

const isBlank = (line: string | undefined): boolean => line === undefined || line.trim() === '';
const FENCE_END = /^```[ \t]*$/;

/** Finds the parting line after the section that begins at a line; past the last line where none comes. */
function sectionEndsIn(lines: readonly string[]): (from: number) => number {
  const lastFenceEnd = lines.findLastIndex((line) => FENCE_END.test(line));
  return (from) => {
    const toolEnd = toolEndOf(lines, from);
    let fenceAt: number | null = null;
    let before = '';
    for (let at = from; at < lines.length; at++) {
      const line = lines[at]!;
      const isParting = line === '---' && isBlank(lines[at - 1]) && isBlank(lines[at + 1]);
      // A fence that nothing closes holds nothing together.
      const isOpen = fenceAt !== null && fenceAt < lastFenceEnd;
      if (isParting && (toolEnd ? toolEnd.test(before) : !isOpen)) return at;
      if (fenceAt === null && line.startsWith('```')) fenceAt = at;
      else if (FENCE_END.test(line)) fenceAt = null;
      if (!isBlank(line)) before = line;
    }
    return lines.length;
  };
}

/** How the last line of a tool's section ends, where one begins here: what a tool prints may have fences and lines of its own. */
function toolEndOf(lines: readonly string[], at: number): RegExp | null {
  const first = lines[at]!;
  if (first.startsWith('<details>')) return /^<\/details>\s*$/;
  if (RULE.test(first)) return /```\s*$/;
  if (!CALL_FENCE.test(first)) return null;
  let next = at + 1;
  while (next < lines.length && !FENCE_END.test(lines[next]!)) next++;
  next++;
  while (next < lines.length && isBlank(lines[next])) next++;
  // Words after the fence are the agent's, and so is the fence.
  return next >= lines.length || /^(?:```|---$)/.test(lines[next]!) ? /```\s*$/ : null;
}

const RULE = /^### Rule: (.+)$/m;
const CALL_FENCE = /^```(?:(?:ba|z)?sh|shell|powershell|diff)\s*$/;

function toolIn(section: string): ToolBlock | null {
  const [, read] = /^Read file: (.+)$/.exec(section) ?? [];
  if (read !== undefined) return toolBlock('read', 'Read file', `\`${read}\``);
  if (section.startsWith('<details>')) return listing(section);
  const first = section.slice(0, (section.indexOf('\n') + 1 || section.length + 1) - 1);
  const [, rule] = RULE.exec(first) ?? [];
  if (rule !== undefined)
    return toolBlock('read', 'Rule', `\`${rule}\`\n\n${fenced(section.slice(first.length))}`);
  if (!section.endsWith('```')) return null;
  if (!CALL_FENCE.test(first)) return untagged(section);
  return first.startsWith('```diff') ? toolBlock('write', 'diff', section) : command(section);
}

const toolBlock = (type: string, name: string, body: string, closed = true): ToolBlock => ({
  type,
  name,
  summary: '',
  body,
  closed,
});

/** What was run, between fences, and below it what came of it, which may have fences of its own. */
function command(section: string): ToolBlock | null {
  const lines = section.split('\n');
  const end = lines.findIndex((line, at) => at > 0 && FENCE_END.test(line));
  const asked = ['```bash', ...lines.slice(1, end), '```'].join('\n');
  const answer = lines
    .slice(end + 1)
    .join('\n')
    .trim();
  if (answer === '') return toolBlock('shell', 'bash', asked, false);
  if (!answer.startsWith('```')) return null;
  const printed = answer.replace(/^```[^\n]*\n?/, '').replace(/\n?```$/, '');
  return toolBlock('shell', 'bash', `${asked}\n\n${fenced(printed)}`);
}

/** Puts a text between fences that none of its own can close. */
function fenced(text: string): string {
  const longest = Math.max(2, ...[...text.matchAll(/`+/g)].map(([ticks]) => ticks.length));
  const mark = '`'.repeat(longest + 1);
  return `${mark}\n${text.trim()}\n${mark}`;
}

const LISTINGS: readonly [start: RegExp, type: string][] = [
  [/^Listed /, 'list'],
  [/^(?:Grep search|Searched codebase)/, 'search'],
  [/^Searched web/, 'web'],
];

/** A list that a tool gave: what it was asked stands in the summary, `Grep search for "add" • **4** files`. */
function listing(section: string): ToolBlock {
  const [tags = '', summary = ''] = /^<details>\s*<summary>([^<]*)<\/summary>/.exec(section) ?? [];
  const [asked = ''] = summary.trim().split(' • ');
  const [, quoted] = /"(.+)"/.exec(asked) ?? [];
  const [, folder] = /^Listed directory (.+)$/.exec(asked) ?? [];
  const [, type = 'other'] = LISTINGS.find(([start]) => start.test(asked)) ?? [];
  const argument = quoted ?? folder;
  const found = section.slice(tags.length).replace(/<\/details>$/, '');
  return toolBlock(
    type,
    asked.split(' ').slice(0, 2).join(' '),
    `${argument === undefined ? '' : `\`${argument}\`\n\n`}${fenced(found)}`,
  );
}

/** A line so long at most says what a command is for. */
const MAX_PURPOSE_CHARS = 120;

/** A call as later versions write it, without its tags: a purpose, a command or a path, and what came of it. */
function untagged(section: string): ToolBlock | null {
  const { fences, prose } = fencesIn(section);
  if (fences.at(-1)?.language !== 'text') return null;
  const [, inline] = /`([^`\n]+)`/.exec(prose) ?? [];
  const purpose = prose.replace(/`[^`\n]+`/, '').trim();
  if (purpose.includes('\n') || purpose.length > MAX_PURPOSE_CHARS) return null;
  const isCommand = fences.some(({ language }) => /^(ba)?sh$/.test(language)) || purpose !== '';
  if (isCommand) return toolBlock('shell', 'command', section);
  return inline === undefined ? toolBlock('write', 'file', section) : toolBlock('read', 'file', section);
}
