import { type Message, message } from '../../base/messages.ts';
import { isAlike } from '../../base/shell/command.ts';
import { actionsOn, type EpisodeRecord } from './episode-record.ts';
import type { Occasion } from './occasion.ts';

/** Occasions by what they wait for, so that an episode meets only those it may be one for. */
export interface OccasionIndex {
  /** By the memory's id. */
  all: ReadonlyMap<string, Occasion>;
  /** By the kind and name of a thing: `file src/a.ts`, `word cart`. */
  byThing: ReadonlyMap<string, Occasion[]>;
}

/** Files occasions under what they wait for. */
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

/** The memories that could have applied in an episode, each with what made it so. */
export function occasionsIn({ byThing }: OccasionIndex, happened: EpisodeRecord): Map<Occasion, Message> {
  const found = new Map<Occasion, Message>();
  const may = (thing: string, why: (occasion: Occasion) => Message | undefined) => {
    for (const occasion of byThing.get(thing) ?? []) {
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
  may('tool', acted);
  for (const path of happened.files)
    may(`file ${path}`, (one) => (one.trigger ? acted(one) : message('outcome.file', { path })));
  for (const folder of happened.folders)
    may(`folder ${folder}`, () => message('outcome.fileBelow', { folder }));
  for (const beginning of beginningsOf(happened.cores)) may(`command ${beginning}`, acted);
  for (const core of happened.cores)
    for (const head of headsOf(core))
      may(`program ${head}`, ({ commands }) =>
        commands.some((command) => isSameWork(command, core))
          ? message('outcome.ran', { command: core })
          : undefined,
      );
  for (const name of happened.names) may(`name ${name}`, () => message('outcome.named', { name }));
  for (const topic of happened.topics) {
    const met = new Map<Occasion, string[]>();
    for (const word of topic)
      for (const occasion of byThing.get(`word ${word}`) ?? []) file(met, occasion, word);
    for (const [occasion, words] of met)
      if (!found.has(occasion) && !isElsewhere(occasion, happened) && isTopic(occasion, words.length))
        found.set(occasion, message('outcome.about', { words: words.sort().slice(0, 4).join(', ') }));
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
