/**
 * What a command printed, without the line that Cursor's wrapper around the shell adds where its own function is missing:
 * in one history 606 commands ended with it, and each looked as if it had failed.
 */
export const withoutWrapperNoise = (output: string): string => output.replace(WRAPPER_NOISE, '');

const WRAPPER_NOISE =
  /^.{0,40}(?:command not found: dump_(?:zsh|bash)_state|dump_(?:zsh|bash)_state: command not found)[^\S\n]*\n?/gm;
