import { type Invocation, joinPath, programName } from './invocations.ts';
import { FORMATTERS } from './programs.ts';

export interface FileWrite {
  path: string;
  how: 'create' | 'change' | 'delete';
  text: string;
}

/** The files that a program of a command line changes, by what it was told: `sed -i`, `>`, `tee`, `cp`, `mv`, `rm`. */
export function writesOf(call: Invocation): FileWrite[] {
  const { folder, redirects } = call;
  const said = [
    ...redirects.map(({ path, appends }) => ({
      path,
      how: appends ? ('change' as const) : ('create' as const),
      text: textFor(call),
    })),
    ...byProgram(call),
  ];
  return said.flatMap(({ path, how, text }) =>
    path === '' || path.startsWith('$') ? [] : { path: joinPath(folder, path), how, text },
  );
}

const textFor = ({ program, args, input }: Invocation): string =>
  program === 'echo' || program === 'printf' ? args.join(' ').replaceAll('\\n', '\n') : input;

function byProgram(call: Invocation): FileWrite[] {
  const { args, input } = call;
  const name = programName(call.program);
  const [program, rest] =
    name === 'git' && (args[0] === 'mv' || args[0] === 'rm') ? [args[0], args.slice(1)] : [name, args];
  const names = rest.filter((arg) => !arg.startsWith('-'));
  const each = (how: FileWrite['how'], text = ''): FileWrite[] => names.map((path) => ({ path, how, text }));
  switch (program) {
    case 'tee':
      return each(rest.includes('-a') ? 'change' : 'create', input);
    case 'sponge':
    case 'truncate':
    case 'vim':
    case 'vi':
    case 'nano':
      return each('change');
    case 'touch':
      return each('create');
    case 'rm':
    case 'unlink':
      return each('delete');
    case 'sed':
    case 'gsed':
    case 'perl':
      return inPlace(rest);
    case 'cp':
    case 'ln':
    case 'install':
      return copied(names);
    case 'mv':
      return [
        ...copied(names),
        ...names.slice(0, -1).map((path) => ({ path, how: 'delete' as const, text: '' })),
      ];
    case 'dd':
      return rest.flatMap((arg) =>
        arg.startsWith('of=') ? { path: arg.slice(3), how: 'create' as const, text: '' } : [],
      );
    case 'curl':
    case 'wget': {
      const at = rest.findIndex((arg) => /^(?:-[a-zA-Z]*[oO]|--output|--output-document)$/.test(arg));
      return at < 0 || rest[at + 1] === undefined || rest[at + 1]!.startsWith('-')
        ? []
        : [{ path: rest[at + 1]!, how: 'create', text: '' }];
    }
    case 'patch':
      // It says in the patch what it changes: something below the folder.
      return [{ path: names[0] ?? '.', how: 'change', text: '' }];
    default:
      // Formatters and fixers write the files that they are given.
      return FORMATTERS.has(program) ||
        rest.some((arg) => /^(?:fmt|format|--write|--fix|--in-place)$/.test(arg))
        ? each('change')
        : [];
  }
}

/** A copy is named itself, or lands under its own name in a folder. */
function copied(names: readonly string[]): FileWrite[] {
  const to = names.at(-1);
  if (to === undefined || names.length < 2) return [];
  const from = names.slice(0, -1).map((path) => path.slice(path.lastIndexOf('/') + 1));
  // What has an ending is a file.
  const isFile = /\.\w{1,8}$/.test(to);
  return [to, ...(isFile ? [] : from.map((name) => `${to}/${name}`))].map((path) => ({
    path,
    how: 'create',
    text: '',
  }));
}

/** `sed -i` and `perl -i`: the first argument is the script unless an option names it. */
function inPlace(args: readonly string[]): FileWrite[] {
  if (!args.some((arg) => /^-[0-9a-zA-Z]{0,4}i|^--in-place/.test(arg))) return [];
  const scripts: string[] = [];
  const names: string[] = [];
  for (let at = 0; at < args.length; at++) {
    const arg = args[at]!;
    if (/^-[0-9a-zA-Z]{0,4}e$|^--expression$/.test(arg)) scripts.push(args[++at] ?? '');
    else if (/^-[a-zA-Z]*i$/.test(arg) && args[at + 1] === '') at++;
    else if (!arg.startsWith('-')) names.push(arg);
  }
  if (scripts.length === 0) scripts.push(names.shift() ?? '');
  const text = scripts.map(scriptText).filter(Boolean).join('\n');
  return names.map((path) => ({ path, how: 'change', text }));
}

/** What a script of `sed` puts in: the second part of `s/…/…/`, and the text of `i`, `a` and `c`. */
function scriptText(script: string): string {
  const text: string[] = [];
  const inserted = /^(?:\d+|\$|\/[^/]{0,200}\/)?[iac]\\?\s*(.*)$/s.exec(script);
  if (inserted) return inserted[1]!;
  for (const part of script.split(/[;\n](?=\s*(?:\d+|\/[^/]{0,200}\/)?s\W)/)) {
    const sign = /(?:^|[\d/ ])s([^\w\s\\])/.exec(part);
    if (sign) text.push(part.slice(sign.index + sign[0].length).split(sign[1]!)[1] ?? '');
  }
  return text.join('\n');
}
