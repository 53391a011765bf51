// Who else speaks in a prompt: the client, the editor, hooks. None of it is the person's, and memory that a hook put
// in must not come back as if it were new.
const FOREIGN_BLOCKS = [
  'system-reminder',
  'user-prompt-submit-hook',
  'ide_opened_file',
  'ide_selection',
  'ide_diagnostics',
  'new-diagnostics',
  'local-command-caveat',
  'local-command-stdout',
  'local-command-stderr',
];

/** What of a prompt the person wrote. */
export function ownWords(prompt: string): string {
  if (!prompt.includes('<')) return prompt.trim();
  return FOREIGN_BLOCKS.reduce(withoutBlocks, prompt).trim();
}

/** A tool's answer without the reminders that the client slips in for its model. */
export const withoutReminders = (said: string): string =>
  said.includes('<system-reminder>') ? withoutBlocks(said, 'system-reminder').trimEnd() : said;

/** Cuts out every closed block of a tag. */
function withoutBlocks(said: string, tag: string): string {
  const open = `<${tag}>`;
  const close = `</${tag}>`;
  let left = '';
  let from = 0;
  for (;;) {
    const start = said.indexOf(open, from);
    const end = start < 0 ? -1 : said.indexOf(close, start);
    if (end < 0) return from === 0 ? said : left + said.slice(from);
    left += said.slice(from, start);
    from = end + close.length;
  }
}

/** What stands between a tag and its end; empty where it does not occur. */
export function inTag(said: string, tag: string): string {
  const start = said.indexOf(`<${tag}>`);
  const end = start < 0 ? -1 : said.indexOf(`</${tag}>`, start);
  return end < 0 ? '' : said.slice(start + tag.length + 2, end).trim();
}
