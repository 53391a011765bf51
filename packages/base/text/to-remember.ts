/**
 * What a person wants remembered with `/remember …`; undefined where a prompt is something else. Only for prompts that a client
 * hands on as they were typed: a command must begin the prompt, and text that looks like our command's own is not one.
 */
export function toRemember(typed: string): string | undefined {
  const wanted = REMEMBER.exec(typed)?.[1]?.trim() ?? '';
  return wanted === '' ? undefined : wanted;
}

/**
 * Whether a prompt in a log asks for something to be remembered, in whichever form the client keeps it there: as typed, as a
 * command with its arguments, or as the text of our own command. It is not learned from: what the person typed was kept by
 * the hook, and a pasted copy of the command's text does not come from that person.
 */
export function isRememberCommand(prompt: string): boolean {
  const start = prompt.search(/\S/);
  return (
    REMEMBER.test(prompt) ||
    prompt.startsWith(OUR_COMMAND, start) ||
    (prompt.startsWith('<command-', start) && COMMAND_NAME.test(prompt))
  );
}

/** A plugin's commands may bear its name; Codex has skills, which begin with a dollar and may be a link to their file. */
const REMEMBER =
  /^\s*(?:\/(?:[\w-]{1,40}:)?remember|\$remember|\[\$remember\]\([^)\n]{0,1000}\))(?:\s+|:\s*)([\s\S]+)$/;

const COMMAND_NAME = /<command-name>\s{0,9}\/(?:[\w-]{1,40}:)?remember\s{0,9}</;

/** How the text of our commands (`plugins/`) begins. */
const OUR_COMMAND = 'Keep this in the long-term memory:';
