import { isPersonsWord } from '@sqrl/base/model/delivery.ts';
import { COMMAND_KEY, type Memory } from '@sqrl/base/model/memory.ts';
import { ruleFileOf } from '@sqrl/base/model/note-tag.ts';
import { printed, printedName } from '@sqrl/base/model/printed.ts';
import { toldMemory } from '@sqrl/base/model/sync/told.ts';
import { SOURCE_WEIGHTS } from '@sqrl/base/model/weights.ts';
import { coreOf, isAlike } from '@sqrl/base/shell/command.ts';
import type { ShownMemory } from '../../codebase/shown.ts';
import { type LaterWords, latestFirst, memoryNote, NO_LATER_WORDS } from '../earlier.ts';
import type { unfinishedWork } from '../history/where.ts';
import { type PackSection, pack } from '../pack.ts';
import { type DeliveryCandidate, type DeliveryLine, type DeliveryText, memoriesOn } from './delivery-text.ts';
import { commandOf, ruleWords, saysNoMore } from './loaded-rules.ts';

/** A memory that may stand in the brief, with how sure it is by now and how often it was used. */
interface BriefCandidate {
  memory: ShownMemory;
  sure: number;
  uses: number;
}

export interface StandingMemories {
  memories: readonly BriefCandidate[];
  /** Which of the memories others of them may have replaced. */
  later?: LaterWords;
  /** Whether two of the memories are known to say the same in other words. */
  isRepeated?: (id: string, by: string) => boolean;
}

interface BriefInput extends StandingMemories {
  /** What is known to fail, with its fix; the surest first. */
  failures: readonly BriefFailure[];
  modules: readonly string[];
  /** Whether the code was never read to its end; what reads it may not be running. */
  isIndexing?: boolean;
  /** What episodes tell of it, the latest first. */
  unfinished: ReturnType<typeof unfinishedWork>;
  /** Whether the agent has a tool to remember something with; the clients' agents have. */
  canRemember?: boolean;
}

/** A brief is at most this long, whatever room its session has left. */
const MAX_BRIEF_TOKENS = 800;

/** What everybody is told at the start of a session: rules that always hold, how things are done here, what is open. */
export function sessionStart(input: BriefInput, tokens: number): DeliveryText {
  const { failures, modules, unfinished, isIndexing = false, canRemember = true } = input;
  const left: DeliveryText['left'] = [];
  const of = sectionsOf(input, left);
  const { commands, others } = byCommand(of('command'), failures);
  const linesOf = (name: SectionName) => of(name).map((one) => lineOf([one]));
  const open = linesOf('open');
  const sections: PackSection<BriefLine>[] = [
    {
      ...section('Standing rules', 0.6),
      lines: [...linesOf('rule'), ...linesOf('decision')],
    },
    { ...section('This task', 0.2), lines: linesOf('task') },
    { ...section('Known failures', 0.2), lines: others.slice(0, MAX_FAILURES).map(lineOf) },
    {
      ...section('This project', 0.25),
      lines: [
        ...commands.map(lineOf),
        ...(isIndexing ? [INDEXING] : moduleLine(modules)),
        ...linesOf('said'),
        ...linesOf('insight').slice(0, 3),
      ],
    },
    {
      ...section('Unfinished work', 0.2),
      lines: [...open.slice(0, 2), ...unfinished.flatMap((work) => brokenOff(work, open))],
    },
  ];
  const most = Math.min(tokens, MAX_BRIEF_TOKENS);
  const frame = { opening: OPENING, closing: canRemember ? [CLOSING] : [], gap: '\n' as const };
  const packed = pack(sections, most, frame);
  return {
    text: packed.text,
    tokens: packed.tokens,
    lines: packed.sections.flatMap(({ lines }) => lines),
    left: [
      ...packed.left.flatMap(({ line, because }) =>
        memoriesOn(line).map(({ memory }) => ({ memory, because })),
      ),
      ...left,
    ],
  };
}

const MAX_FAILURES = 3;

/** The memories that a brief lists as standing rules, most trusted first: rules, and what was decided in the middle of some work. */
export function rulesIn(input: StandingMemories): { rules: RankedMemory[]; decisions: RankedMemory[] } {
  const of = sectionsOf(input, []);
  return { rules: of('rule'), decisions: of('decision') };
}

/** The memories of each section, each matter once, most trusted first. */
function sectionsOf(
  { memories, later = NO_LATER_WORDS, isRepeated = () => false }: StandingMemories,
  left: DeliveryText['left'],
): (section: SectionName) => RankedMemory[] {
  const ranked = latestFirst(memories.toSorted(mostTrusted), later).map((one) => ({
    ...one,
    why: `${one.memory.key ? `${one.memory.type} ${one.memory.key}` : one.memory.type}, confidence ${one.sure.toFixed(2)}`,
  }));
  const told = withinFiles(distinct(ranked, isRepeated, left), left);
  const bySection = Map.groupBy(told, ({ memory }) => sectionOf(memory));
  return (section) => bySection.get(section) ?? [];
}

type RankedMemory = BriefCandidate & DeliveryCandidate;

/**
 * Leaves out what another one says as well: of two with the same words the more trusted is told, else the one that says
 * more. What a program has seen does not take the place of a person's word.
 */
function distinct(
  ranked: readonly RankedMemory[],
  isRepeated: (id: string, by: string) => boolean,
  left: DeliveryText['left'],
): RankedMemory[] {
  const mayReplace = (a: Memory, b: Memory): boolean =>
    !a.key?.startsWith(COMMAND_KEY) &&
    a.type !== 'work_state' &&
    a.scope === b.scope &&
    (isPersonsWord(a) || !isPersonsWord(b));
  const words = ranked.map(({ memory }) => ruleWords(memory.text));
  const gone = new Set<string>();
  return ranked.filter(({ memory }, i) => {
    const by = ranked.find(
      ({ memory: other }, j) =>
        i !== j &&
        !gone.has(other.id) &&
        mayReplace(other, memory) &&
        ((j < i && isRepeated(memory.id, other.id)) ||
          (saysNoMore(words[i]!, words[j]!) && (j < i || !saysNoMore(words[j]!, words[i]!)))),
    );
    if (memory.earlier || by === undefined) return true;
    gone.add(memory.id);
    left.push({ memory: memory.id, because: `duplicate of ${by.memory.id}` });
    return false;
  });
}

/** Of one file's rules at most this many stand in a brief, the most trusted, then those that were used most. */
const MAX_OF_FILE = 6;

function withinFiles(ranked: readonly RankedMemory[], left: DeliveryText['left']): RankedMemory[] {
  const count = new Map<string, number>();
  return ranked.filter(({ memory }) => {
    const file = memory.verified || memory.pinned ? null : ruleFileOf(memory);
    if (file === null) return true;
    const n = (count.get(file) ?? 0) + 1;
    count.set(file, n);
    if (n > MAX_OF_FILE) left.push({ memory: memory.id, because: `over ${MAX_OF_FILE} rules of ${file}` });
    return n <= MAX_OF_FILE;
  });
}

/** What is known of one matter on one line, with the ids it is cited by. */
export function lineOf(items: readonly DeliveryCandidate[]): BriefLine {
  const [{ memory, why }, ...others] = items as readonly [DeliveryCandidate, ...DeliveryCandidate[]];
  const also = others.map((one) => ({ memory: one.memory.id, why: one.why }));
  const words = items.map((one) => wordsOf(one.memory));
  const text = words.length === 1 ? words[0]! : `${words.map((each) => each.replace(/\.$/, '')).join('; ')}.`;
  const cites = items.map((one) => `[Memory #${one.memory.id}]`).join(' ');
  return { text: `${text} ${cites}`, memory: memory.id, also, why };
}

function wordsOf(memory: ShownMemory): string {
  const note = memoryNote(memory);
  const { scope, scopeOf, text } = memory;
  const where = scope === 'path' && scopeOf && !text.includes(scopeOf) ? `In ${printedName(scopeOf)}: ` : '';
  return `${note ? `(${note}) ` : ''}${where}${toldMemory(memory)}`;
}

type SectionName = 'rule' | 'decision' | 'task' | 'command' | 'said' | 'insight' | 'open' | 'none';

/** Where in the brief a memory stands; an agent's word stands in no list of rules before a person has confirmed it. */
function sectionOf(memory: Memory): SectionName {
  const { type, key, scope, reach, tier } = memory;
  const isUnconfirmed = memory.source === 'agent_explicit' && !memory.pinned && !memory.verified;
  if (reach === 'part') return 'none';
  if (tier !== 'emergency' && type === 'work_state') return 'open';
  if (reach === 'task') return isUnconfirmed ? 'none' : 'task';
  if (key?.startsWith(COMMAND_KEY)) return isUnconfirmed ? 'none' : 'command';
  if (scope === 'path') return 'none';
  const isRule = type === 'preference' || type === 'requirement' || tier === 'emergency';
  if (isRule && !isUnconfirmed) return 'rule';
  // An answer in the middle of some work counts less than a rule, unless the person has made one of it.
  if (type === 'decision' && isPersonsWord(memory))
    return memory.verified || memory.pinned || memory.source === 'user_taught' ? 'rule' : 'decision';
  if (memory.source !== 'file_index' && isPersonsWord(memory) && !isTied(memory)) return 'said';
  return type === 'module_insight' ? 'insight' : 'none';
}

/** Whether a memory has a place or a moment of its own, where it is told when it is needed. */
const isTied = ({ trigger, files, symbols, module }: Memory): boolean =>
  trigger !== null || files.length + symbols.length > 0 || module !== null;

const mostTrusted = (a: BriefCandidate, b: BriefCandidate): number =>
  Number(b.memory.tier === 'emergency') - Number(a.memory.tier === 'emergency') ||
  Number(b.memory.pinned) - Number(a.memory.pinned) ||
  Number(b.memory.verified) - Number(a.memory.verified) ||
  SOURCE_WEIGHTS[b.memory.source] * b.sure - SOURCE_WEIGHTS[a.memory.source] * a.sure ||
  b.uses - a.uses ||
  b.memory.updatedAt - a.memory.updatedAt ||
  (a.memory.id < b.memory.id ? -1 : 1);

type BriefLine = Omit<DeliveryLine, 'tokens'>;

const section = (heading: string, share: number) => ({ name: heading, heading, share });

const moduleLine = (modules: readonly string[]): BriefLine[] =>
  modules.length === 0
    ? []
    : [
        {
          text: `Modules: ${modules
            .slice(0, 8)
            .map((name) => printed(name, 100))
            .join(', ')}`,
          memory: null,
          why: 'the code graph',
        },
      ];

/** Said in first sessions, in the place of what is known of the code. */
const INDEXING: BriefLine = {
  text: 'Code graph: not read to its end yet; answers about impact and callers may be incomplete',
  memory: null,
  why: 'the code graph',
};

/** An episode that was broken off, unless a memory tells of the same. */
function brokenOff(
  { task, outcome, changed, endedAt }: BriefInput['unfinished'][number],
  open: readonly BriefLine[],
): BriefLine[] {
  const start = printed(task, 60).replace(/…$/, '');
  if (start === '' || open.some(({ text }) => text.includes(start))) return [];
  const day = new Date(endedAt).toISOString().slice(0, 10);
  const files =
    changed.length === 0
      ? ''
      : ` It changed ${changed
          .slice(0, 3)
          .map((file) => printedName(file))
          .join(', ')}.`;
  const text = `On ${day}: “${printed(task, 160)}” ${printed(outcome, 160)}${files}`;
  return [{ text, memory: null, why: 'the last unfinished episode' }];
}

const OPENING =
  'Memories from earlier sessions (what the user says now takes precedence; cite those you use as [Memory #id]):';

/** The agent knows best what was decided, and words it best. */
const CLOSING =
  'When the user decides something that holds beyond the task, call `remember` with one sentence that is clear on its own, and `replaces` if it changes a memory.';

export interface BriefFailure extends DeliveryCandidate {
  isLikely: boolean;
}

/**
 * Joins what is known of one command: how it is run, and how it fails. The recipes keep their order; likely failures
 * of commands that no recipe names come back apart, those of one command together.
 */
function byCommand(
  recipes: readonly DeliveryCandidate[],
  failures: readonly BriefFailure[],
): { commands: DeliveryCandidate[][]; others: DeliveryCandidate[][] } {
  const joined = new Set<DeliveryCandidate>();
  const named = Map.groupBy(recipes, ({ memory }) => coreOf(commandOf(memory) ?? '') || memory.id);
  const commands = [...named].map(([command, some]) => {
    const failing = failures.filter((one) => !joined.has(one) && isOf(one.memory, command));
    for (const one of failing) joined.add(one);
    return [...some, ...failing.slice(0, MAX_JOINED)];
  });
  const rest = failures.filter((one) => one.isLikely && !joined.has(one));
  const others = Map.groupBy(rest, ({ memory }) => memory.trigger?.command ?? memory.id);
  return { commands, others: [...others.values()].map((some) => some.slice(0, MAX_JOINED)) };
}

const MAX_JOINED = 2;

/** Whether a guard is about a command, or has it for a fix. */
const isOf = ({ trigger }: Memory, command: string): boolean =>
  [trigger?.command, trigger?.remedy?.command].some((known) => known != null && isAlike(known, command));
