/** What is not an option; undefined where an option is not known, since the word behind it may be its own. */
export function operands(args: readonly string[], flags: RegExp, valued = /^$/): string[] | undefined {
  const found: string[] = [];
  for (let i = 0; i < args.length; i++) {
    const arg = args[i]!;
    if (arg === '--') return [...found, ...args.slice(i + 1)];
    if (!arg.startsWith('-') || arg === '-') found.push(arg);
    else if (valued.test(arg)) i++;
    else if (!flags.test(arg)) return undefined;
  }
  return found;
}

/** Whether a path reads like that of a file: a folder seldom has an ending. */
export function isFile(path: string): boolean {
  const name = path.slice(path.lastIndexOf('/') + 1);
  const dot = name.lastIndexOf('.');
  return (
    /[^.]/.test(name.slice(0, Math.max(0, dot))) && /^[A-Za-z][A-Za-z0-9]{0,9}$/.test(name.slice(dot + 1))
  );
}
