import { createHash } from 'node:crypto';
import { coreOf } from '../../base/shell/command.ts';
import { contentWords } from '../../base/text/content-words.ts';
import type { Memory } from '../../model/memory.ts';
import type { Trigger } from '../../model/trigger.ts';

/** What must occur in an episode for a memory to apply in it. */
export interface Occasion {
  memory: string;
  /** Where it has one, nothing else decides. */
  trigger: Trigger | null;
  files: string[];
  folders: string[];
  symbols: string[];
  /** Cores of the command lines it advises or names. */
  commands: string[];
  /** The word in front of a command that it advises to leave out. */
  wrapper: string | null;
  /** What it speaks of, where it names nothing of the above. */
  words: ReadonlySet<string>;
  learnedAt: number;
  branch: string | null;
  /** Of all of this: another one means that its outcomes are to be found out again. */
  hash: string;
}

/** Of a long text the first words say what it is about. */
const MAX_WORDS = 24;

/** Finds out from a memory when it would apply; undefined where it never does by itself. */
export function occasionOf(memory: Memory): Occasion | undefined {
  if (memory.scope === 'session') return undefined;
  const commands = commandsOf(memory);
  const places = memory.scope === 'path' && memory.scopeOf ? [memory.scopeOf] : [];
  const names = memory.files.length + places.length + memory.symbols.length + commands.length;
  const words =
    memory.trigger || names > 0
      ? []
      : [...contentWords([memory.text, ...memory.tags].join(' '))].slice(0, MAX_WORDS);
  const occasion = {
    memory: memory.id,
    trigger: memory.trigger,
    files: memory.files,
    // A module may have a name that is not a folder: its words are then all that is known of it.
    folders: memory.module === null ? places : [...places, memory.module],
    symbols: memory.symbols.map(lastName),
    commands,
    wrapper: memory.trigger?.remedy?.kind === 'without' ? memory.trigger.remedy.command : null,
    learnedAt: memory.createdAt,
    branch: memory.branch,
  };
  return {
    ...occasion,
    words: new Set(words),
    hash: createHash('sha256')
      .update(JSON.stringify([RULES, occasion, words]))
      .digest('hex')
      .slice(0, 16),
  };
}

/** To be raised when outcomes are found out in another way: all of them are then found out again. */
const RULES = 5;

/** The command lines that a memory advises: what was learned has them as data, only the words of others are read. */
function commandsOf({ text, trigger, record }: Memory): string[] {
  if (trigger?.remedy || trigger?.failure)
    return trigger.remedy && trigger.remedy.kind !== 'without' && trigger.remedy.command !== null
      ? [coreOf(trigger.remedy.command)]
      : [];
  if (record?.kind === 'command') return record.uses.map(({ command }) => coreOf(command));
  if (record?.kind === 'recipe' && record.steps.some(({ command }) => command))
    return record.steps.flatMap(({ command }) => (command ? [coreOf(command)] : []));
  return commandsIn(text);
}

/** The command lines that a text names in backquotes. */
function commandsIn(text: string): string[] {
  const found = [...text.matchAll(/`([^`\n]{3,200})`/g)].map(([, quoted]) => quoted!.trim());
  return [...new Set(found.filter(isCommand).map((quoted) => coreOf(quoted)))].filter((core) => core !== '');
}

/** A program with something to do; `src/cart.ts` and `Cart.add()` are none. */
const isCommand = (quoted: string): boolean =>
  /^(?:\w+=\S* )*(?:\.{0,2}\/)?[a-z][\w.+-]*(?: [^()=;{}]+)+$/.test(quoted) &&
  !/^[a-z]+ [A-Z]\w*$/.test(quoted);

/** `Cart.add` is called `add` where it is used. */
const lastName = (symbol: string): string =>
  symbol
    .replace(/\(.*$/, '')
    .split(/[.#:/]+/)
    .at(-1)!;
