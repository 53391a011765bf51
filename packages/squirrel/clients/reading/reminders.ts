/** A tool's answer without the reminders that the client slips in for its model. */
export const withoutReminders = (said: string): string =>
  said.includes('<system-reminder>') ? withoutBlocks(said, 'system-reminder').trimEnd() : said;

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
