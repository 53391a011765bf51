/** What a person wants remembered with `/remember …`, in whichever form their client hands it on; undefined where a prompt is none. */
export function toRemember(prompt: string): string | undefined {
  // Further behind it is something that was pasted.
  const command = /^\s*<command-/.test(prompt) ? inTag(prompt, 'command-name') : undefined;
  const typed = command === undefined ? prompt : `${command} ${inTag(prompt, 'command-args') ?? ''}`;
  const wanted = (REMEMBER.exec(typed)?.[1] ?? expanded(typed)).trim();
  return wanted === '' ? undefined : wanted;
}

/** A plugin's commands may bear its name; Codex has skills, which begin with a dollar and may be a link to their file. */
const REMEMBER =
  /^\s*(?:\/(?:[\w-]{1,40}:)?remember|\$remember|\[\$remember\]\([^)\n]*\))(?:\s+|:\s*)([\s\S]+)$/;

/** Some clients put our command's own text in the place of what was typed before a hook sees it. */
function expanded(prompt: string): string {
  const [begin, end] = [prompt.search(/\S/), prompt.lastIndexOf(`\n${BEHIND}`)];
  if (end < 0 || !prompt.startsWith(BEFORE, begin)) return '';
  const words = prompt.slice(begin + BEFORE.length, end);
  return PLACEHOLDER.test(words) ? '' : words;
}

/** What stands around the words in our commands (`plugins/`), and in their place where a client cannot put them there. */
const BEFORE = 'Keep this in the long-term memory:';
const BEHIND = 'If squirrel has already said that it was remembered,';
const PLACEHOLDER = /^\s*what (?:stands behind \$remember|I wrote behind the command)\s*$/;

function inTag(prompt: string, tag: string): string | undefined {
  const start = prompt.indexOf(`<${tag}>`);
  const end = start < 0 ? -1 : prompt.indexOf(`</${tag}>`, start);
  return end < 0 ? undefined : prompt.slice(start + tag.length + 2, end).trim();
}
