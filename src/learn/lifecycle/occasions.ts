import { type Message, message } from '../../base/messages.ts';
import { isAlike } from '../../base/shell/command.ts';
import { actionsOn, type EpisodeRecord } from './episode-record.ts';
import type { Occasion } from './occasion.ts';

/** Occasions by what they wait for, so that an episode meets only those it may be one for. */
export interface OccasionIndex {
  /** By the memory's id. */
  all: ReadonlyMap<string, Occasion>;
  byFile: ReadonlyMap<string, Occasion[]>;
  byFolder: ReadonlyMap<string, Occasion[]>;
  bySymbol: ReadonlyMap<string, Occasion[]>;
  /** By the whole command, or beginning of one, that a trigger names. */
  byCommand: ReadonlyMap<string, Occasion[]>;
  /** By the first two words of a command that a text names. */
  byProgram: ReadonlyMap<string, Occasion[]>;
  /** Places among those that are spoken of, by word. */
  byWord: ReadonlyMap<string, number[]>;
  spoken: readonly Occasion[];
  /** Those that name nothing but a tool. */
  others: readonly Occasion[];
}

/** Files occasions under what they wait for. */
export function fileOccasions(all: readonly Occasion[]): OccasionIndex {
  const byFile = new Map<string, Occasion[]>();
  const byFolder = new Map<string, Occasion[]>();
  const bySymbol = new Map<string, Occasion[]>();
  const byCommand = new Map<string, Occasion[]>();
  const byProgram = new Map<string, Occasion[]>();
  const byWord = new Map<string, number[]>();
  const spoken: Occasion[] = [];
  const others: Occasion[] = [];
  for (const occasion of all) {
    const { trigger } = occasion;
    if (trigger?.command) file(byCommand, trigger.command, occasion);
    else if (trigger?.file) file(byFile, trigger.file, occasion);
    else if (trigger) others.push(occasion);
    else {
      for (const path of occasion.files) file(byFile, path, occasion);
      for (const path of [...occasion.folders, ...occasion.files]) file(byFolder, path, occasion);
      for (const name of occasion.symbols) file(bySymbol, name, occasion);
      for (const command of occasion.commands) file(byProgram, headsOf(command)[0]!, occasion);
      for (const word of occasion.words) file(byWord, word, spoken.length);
      if (occasion.words.size > 0) spoken.push(occasion);
    }
  }
  const byMemory = new Map(all.map((occasion) => [occasion.memory, occasion]));
  return { all: byMemory, byFile, byFolder, bySymbol, byCommand, byProgram, byWord, spoken, others };
}

function file<K, T>(under: Map<K, T[]>, key: K, what: T): void {
  const list = under.get(key);
  if (list) list.push(what);
  else under.set(key, [what]);
}

/** The memories that could have applied in an episode, each with what made it so. */
export function occasionsIn(occasions: OccasionIndex, happened: EpisodeRecord): Map<Occasion, Message> {
  const found = new Map<Occasion, Message>();
  const may = (some: readonly Occasion[] | undefined, why: (occasion: Occasion) => Message | undefined) => {
    for (const occasion of some ?? []) {
      if (found.has(occasion) || isElsewhere(occasion, happened)) continue;
      const because = why(occasion);
      if (because !== undefined) found.set(occasion, because);
    }
  };
  const acted = ({ trigger }: Occasion) =>
    trigger && actionsOn(trigger, happened).length > 0
      ? trigger.command
        ? message('outcome.ran', { command: trigger.command })
        : message('outcome.cameUp', { what: trigger.file ?? trigger.tool })
      : undefined;
  may(occasions.others, acted);
  for (const path of happened.files)
    may(occasions.byFile.get(path), (occasion) =>
      occasion.trigger ? acted(occasion) : message('outcome.file', { path }),
    );
  for (const folder of happened.folders)
    may(occasions.byFolder.get(folder), () => message('outcome.fileBelow', { folder }));
  for (const beginning of beginningsOf(happened.cores)) may(occasions.byCommand.get(beginning), acted);
  for (const core of happened.cores)
    for (const head of headsOf(core))
      may(occasions.byProgram.get(head), ({ commands }) =>
        commands.some((command) => isSameWork(command, core))
          ? message('outcome.ran', { command: core })
          : undefined,
      );
  for (const name of happened.names)
    may(occasions.bySymbol.get(name), () => message('outcome.named', { name }));
  for (const [occasion, words] of spokenOf(occasions, happened))
    may([occasion], () => message('outcome.about', { words: words.slice(0, 4).join(', ') }));
  return found;
}

/** Those of whose words a third came up in one prompt, command or path, and at least two if they have two. */
function spokenOf({ byWord, spoken }: OccasionIndex, { topics }: EpisodeRecord): Map<Occasion, string[]> {
  const found = new Map<Occasion, string[]>();
  for (const topic of topics) {
    const met = new Map<number, string[]>();
    for (const word of topic) for (const place of byWord.get(word) ?? []) file(met, place, word);
    for (const [place, words] of met) {
      const occasion = spoken[place]!;
      const { size } = occasion.words;
      if (!found.has(occasion) && words.length >= Math.min(2, size) && words.length * 3 >= size)
        found.set(occasion, words.sort());
    }
  }
  return found;
}

/** What is staged on a branch applies nowhere else. */
const isElsewhere = ({ branch }: Occasion, happened: EpisodeRecord): boolean =>
  branch !== null && happened.branch !== null && happened.branch !== branch;

/** Whether a command that was run is the one that is meant, or goes on from it. */
export const isSameWork = (meant: string, core: string): boolean =>
  core === meant ||
  core.startsWith(`${meant} `) ||
  (core.includes(' ') && meant.startsWith(`${core} `)) ||
  isAlike(meant, core);

/** The first word of a command. */
export const commandProgram = (core: string): string => core.split(' ', 1)[0]!;

/** What a command does in two words; and the same behind a first word, which may only wrap it. */
function headsOf(core: string): string[] {
  const [first = '', second, third] = core.split(' ', 3);
  if (second === undefined) return [first];
  return third === undefined ? [`${first} ${second}`] : [`${first} ${second}`, `${second} ${third}`];
}

/** Every command, and how it begins up to each of its words. */
function beginningsOf(cores: ReadonlySet<string>): Set<string> {
  const all = new Set<string>();
  for (const core of cores) {
    all.add(core);
    for (let end = core.indexOf(' '); end > 0; end = core.indexOf(' ', end + 1)) all.add(core.slice(0, end));
  }
  return all;
}
