import { hash } from 'node:crypto';
import type { Memory } from '@sqrl/base/model/memory.ts';
import type { Trigger } from '@sqrl/base/model/trigger.ts';
import { coreOf, isAlike } from '@sqrl/base/shell/command.ts';
import { contentWords } from '@sqrl/base/text/content-words.ts';
import { actionsOn, type EpisodeRecord } from './episode-record.ts';

export interface Occasion {
  memory: string;
  /** Where it has one, nothing else decides. */
  trigger: Trigger | null;
  files: string[];
  folders: string[];
  symbols: string[];
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
    hash: hash('sha256', JSON.stringify([RULES, occasion, words])).slice(0, 16),
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

function commandsIn(text: string): string[] {
  const found = [...text.matchAll(/`([^`\n]{3,200})`/g)].map(([, quoted]) => quoted!.trim());
  return [...new Set(found.filter(isCommand).map((quoted) => coreOf(quoted)))].filter((core) => core !== '');
}

/** A program with something to do; `src/cart.ts` and `Cart.add()` are none. */
const isCommand = (quoted: string): boolean =>
  /^(?:\w+=\S* )*(?:\.{0,2}\/)?[a-z][\w.+-]*(?: [^()=;{}]+)+$/.test(quoted) &&
  !/^[a-z]+ [A-Z]\w*$/.test(quoted);

/** `Cart.add` is called `add` where it is used. */
export const lastName = (symbol: string): string =>
  symbol
    .replace(/\(.*$/, '')
    .split(/[.#:/]+/)
    .at(-1)!;

/** Occasions by what they wait for, so that an episode meets only those it may be one for. */
export interface OccasionIndex {
  all: ReadonlyMap<string, Occasion>;
  /** By the kind and name of a thing: `file src/a.ts`, `word cart`. */
  byThing: ReadonlyMap<string, Occasion[]>;
}

export function fileOccasions(all: readonly Occasion[]): OccasionIndex {
  const byThing = new Map<string, Occasion[]>();
  for (const occasion of all) for (const thing of thingsOf(occasion)) file(byThing, thing, occasion);
  return { all: new Map(all.map((occasion) => [occasion.memory, occasion])), byThing };
}

function thingsOf({ trigger, files, folders, symbols, commands, words }: Occasion): Iterable<string> {
  if (trigger?.command) return [`command ${trigger.command}`];
  if (trigger) return [trigger.file ? `file ${trigger.file}` : 'tool'];
  return new Set([
    ...files.map((path) => `file ${path}`),
    // What a memory calls a file may be a folder.
    ...[...folders, ...files].map((path) => `folder ${path}`),
    ...symbols.map((name) => `name ${name}`),
    ...commands.map((command) => `program ${headsOf(command)[0]}`),
    ...[...words].map((word) => `word ${word}`),
  ]);
}

function file<K, T>(under: Map<K, T[]>, key: K, what: T): void {
  const list = under.get(key);
  if (list) list.push(what);
  else under.set(key, [what]);
}

export function occasionsIn({ byThing }: OccasionIndex, happened: EpisodeRecord): Map<Occasion, string> {
  const found = new Map<Occasion, string>();
  const may = (thing: string, why: (occasion: Occasion) => string | undefined) => {
    for (const occasion of byThing.get(thing) ?? []) {
      if (found.has(occasion) || isElsewhere(occasion, happened)) continue;
      const because = why(occasion);
      if (because !== undefined) found.set(occasion, because);
    }
  };
  const acted = ({ trigger }: Occasion) =>
    trigger && actionsOn(trigger, happened).length > 0
      ? trigger.command
        ? `\`${trigger.command}\` was run`
        : `${trigger.file ?? trigger.tool} was used`
      : undefined;
  may('tool', acted);
  for (const path of happened.files)
    may(`file ${path}`, (one) => (one.trigger ? acted(one) : `${path} was read or changed`));
  for (const folder of happened.folders)
    may(`folder ${folder}`, () => `a file in ${folder} was read or changed`);
  for (const beginning of beginningsOf(happened.cores)) may(`command ${beginning}`, acted);
  for (const core of happened.cores)
    for (const head of headsOf(core))
      may(`program ${head}`, ({ commands }) =>
        commands.some((command) => isSameWork(command, core)) ? `\`${core}\` was run` : undefined,
      );
  for (const name of happened.names) may(`name ${name}`, () => `${name} was mentioned`);
  for (const topic of happened.topics) {
    const met = new Map<Occasion, string[]>();
    for (const word of topic)
      for (const occasion of byThing.get(`word ${word}`) ?? []) file(met, occasion, word);
    for (const [occasion, words] of met)
      if (!found.has(occasion) && !isElsewhere(occasion, happened) && isTopic(occasion, words.length))
        found.set(occasion, `the task was about ${words.sort().slice(0, 4).join(', ')}`);
  }
  return found;
}

/** Whether a third of its words came up together, and at least two if it has two. */
const isTopic = ({ words: { size } }: Occasion, met: number): boolean =>
  met >= Math.min(2, size) && met * 3 >= size;

/** What is staged on a branch applies nowhere else. */
const isElsewhere = ({ branch }: Occasion, happened: EpisodeRecord): boolean =>
  branch !== null && happened.branch !== null && happened.branch !== branch;

/** Whether a command that was run is the one that is meant, or goes on from it. */
export const isSameWork = (meant: string, core: string): boolean =>
  core === meant ||
  core.startsWith(`${meant} `) ||
  (core.includes(' ') && meant.startsWith(`${core} `)) ||
  isAlike(meant, core);

export const commandProgram = (core: string): string => core.split(' ', 1)[0]!;

/** What a command does in two words; and the same behind a first word, which may only wrap it. */
function headsOf(core: string): string[] {
  const [first = '', second, third] = core.split(' ', 3);
  if (second === undefined) return [first];
  return third === undefined ? [`${first} ${second}`] : [`${first} ${second}`, `${second} ${third}`];
}

function beginningsOf(cores: ReadonlySet<string>): Set<string> {
  const all = new Set<string>();
  for (const core of cores) {
    all.add(core);
    for (let end = core.indexOf(' '); end > 0; end = core.indexOf(' ', end + 1)) all.add(core.slice(0, end));
  }
  return all;
}
