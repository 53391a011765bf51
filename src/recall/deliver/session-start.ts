import { message } from '../../base/messages.ts';
import { estimateTokens } from '../../base/text/tokens.ts';
import type { ShownMemory } from '../../code/workspace/shown.ts';
import type { Memory } from '../../model/memory.ts';
import { printed, printedName } from '../../model/printed.ts';
import { toldMemory } from '../../model/sync/told.ts';
import { SOURCE_WEIGHTS } from '../../model/weights.ts';
import { type LaterWords, latestFirst, memoryNote, NO_LATER_WORDS } from '../earlier.ts';
import { type DeliveryCandidate, type DeliveryLine, type DeliveryText, SILENCE } from './delivery-text.ts';

/** A memory that may stand in the brief, with how sure it is by now. */
interface BriefCandidate {
  memory: ShownMemory;
  sure: number;
}

/** Work that was broken off. */
export interface UnfinishedWork {
  /** In the person's own words. */
  task: string;
  outcome: string;
  changed: readonly string[];
  endedAt: number;
}

/** What a brief is made of. */
export interface BriefInput {
  memories: readonly BriefCandidate[];
  /** What is likely to fail, with its fix; the surest first. */
  failures: readonly DeliveryCandidate[];
  /** The parts of the code, the largest first. */
  modules: readonly string[];
  /** Whether the code is still being read for the first time. */
  isIndexing?: boolean;
  /** What episodes tell of it, the latest first. */
  unfinished: readonly UnfinishedWork[];
  /** Which of the memories others of them may have replaced. */
  later?: LaterWords;
  /** Whether the agent has a tool to remember something with; the clients' agents have. */
  canRemember?: boolean;
}

/** A brief may be so long. */
const MAX_BRIEF_TOKENS = 800;

/** What everybody is told at the start of a session: rules that always hold, how things are done here, what is open. */
export function sessionStart(input: BriefInput, tokens: number): DeliveryText {
  const { memories, failures, modules, unfinished } = input;
  const { isIndexing = false, later = NO_LATER_WORDS, canRemember = true } = input;
  const ranked = latestFirst(memories.toSorted(mostTrusted), later);
  const of = (is: (memory: Memory) => boolean): BriefLine[] =>
    ranked
      .filter(({ memory }) => is(memory))
      .map(({ memory, sure }) => ({
        text: `- ${lineOf(memory)}`,
        memory: memory.id,
        why: message('deliver.standing', {
          what: memory.key ? `${memory.type} ${memory.key}` : memory.type,
          confidence: sure.toFixed(2),
        }),
      }));
  const open = of(isOpenWork);
  const sections: BriefSection[] = [
    { heading: 'Standing rules', share: 0.6, drafts: of(isRule) },
    {
      heading: 'Known failures',
      share: 0.2,
      drafts: failures
        .slice(0, MAX_FAILURES)
        .map(({ memory, why }) => ({ text: `- ${lineOf(memory)}`, memory: memory.id, why })),
    },
    {
      heading: 'This project',
      share: 0.25,
      drafts: [
        ...of(isCommand),
        ...(isIndexing ? [INDEXING] : moduleLine(modules)),
        ...of(isInsight).slice(0, 3),
      ],
    },
    {
      heading: 'Unfinished work',
      share: 0.2,
      drafts: [...open.slice(0, 2), ...unfinished.flatMap((work) => brokenOff(work, open))],
    },
  ];
  return fill(sections, canRemember ? [CLOSING] : [], Math.min(tokens, MAX_BRIEF_TOKENS));
}

const MAX_FAILURES = 3;

/** A memory with the id it is cited by. */
function lineOf(memory: ShownMemory): string {
  const note = memoryNote(memory);
  return `${note ? `(${note}) ` : ''}${toldMemory(memory)} [Memory #${memory.id}]`;
}

/** An agent's word stands in no list of rules before a person has confirmed it. */
const isUnconfirmed = ({ source, pinned, verified }: Memory): boolean =>
  source === 'agent_explicit' && !pinned && !verified;

/** Rules that hold everywhere; of decisions only those that stand under a name, or that a person stands for. */
const isRule = (memory: Memory): boolean => !isUnconfirmed(memory) && isStanding(memory);

const isStanding = ({ type, key, scope, source, pinned, verified, tier }: Memory): boolean =>
  scope !== 'path' &&
  (type === 'preference' ||
    type === 'requirement' ||
    tier === 'emergency' ||
    (type === 'decision' && (key !== null || pinned || verified || source === 'user_taught')));

const isCommand = (memory: Memory): boolean =>
  memory.key?.startsWith('command.') === true && !isUnconfirmed(memory);
const isInsight = ({ type, tier }: Memory): boolean => type === 'module_insight' && tier !== 'emergency';
const isOpenWork = ({ type, tier }: Memory): boolean => type === 'work_state' && tier !== 'emergency';

const mostTrusted = (a: BriefCandidate, b: BriefCandidate): number =>
  Number(b.memory.tier === 'emergency') - Number(a.memory.tier === 'emergency') ||
  Number(b.memory.pinned) - Number(a.memory.pinned) ||
  Number(b.memory.verified) - Number(a.memory.verified) ||
  SOURCE_WEIGHTS[b.memory.source] * b.sure - SOURCE_WEIGHTS[a.memory.source] * a.sure ||
  b.memory.updatedAt - a.memory.updatedAt ||
  (a.memory.id < b.memory.id ? -1 : 1);

type BriefLine = Omit<DeliveryLine, 'tokens'>;

interface BriefSection {
  heading: string;
  /** Of the whole, before the others had theirs. */
  share: number;
  drafts: BriefLine[];
}

const moduleLine = (modules: readonly string[]): BriefLine[] =>
  modules.length === 0
    ? []
    : [
        {
          text: `- Modules: ${modules
            .slice(0, 8)
            .map((name) => printed(name, 100))
            .join(', ')}`,
          memory: null,
          why: message('deliver.codeGraph'),
        },
      ];

/** Said in first sessions, in the place of what is known of the code. */
const INDEXING: BriefLine = {
  text: '- Code graph: indexing in progress; answers about impact and callers may be incomplete',
  memory: null,
  why: message('deliver.codeGraph'),
};

/** An episode that was broken off, unless a memory tells of the same. */
function brokenOff(
  { task, outcome, changed, endedAt }: UnfinishedWork,
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
  const text = `- On ${day}: “${printed(task, 160)}” ${printed(outcome, 160)}${files}`;
  return [{ text, memory: null, why: message('deliver.unfinished') }];
}

const OPENING =
  'Memories from earlier sessions (what the user says now takes precedence; cite those you use as [Memory #id]):';

/** The agent knows best what was decided, and words it best. */
const CLOSING =
  'When the user decides something that holds beyond the task, call `remember` with one sentence that is clear on its own, and `replaces` if it changes a memory.';

/** Each section up to its share, then whatever still fits, in order; headings count too. */
function fill(sections: readonly BriefSection[], closing: readonly string[], tokens: number): DeliveryText {
  const sized = sections.map((section) => ({
    ...section,
    lines: section.drafts.map((draft) => ({ ...draft, tokens: estimateTokens(`${draft.text}\n`) })),
  }));
  const taken = new Set<DeliveryLine>();
  let used = estimateTokens([OPENING, ...closing, ''].join('\n'));
  for (const isShared of [true, false])
    for (const { heading, share, lines } of sized) {
      let spent = lines.reduce((sum, line) => sum + (taken.has(line) ? line.tokens : 0), 0);
      for (const line of lines) {
        const title = lines.some((other) => taken.has(other)) ? 0 : estimateTokens(`\n## ${heading}\n`);
        if (taken.has(line) || used + title + line.tokens > tokens) continue;
        if (isShared && spent + title + line.tokens > share * tokens) continue;
        taken.add(line);
        spent += line.tokens;
        used += title + line.tokens;
      }
    }
  const chosen = sized.flatMap(({ lines }) => lines.filter((line) => taken.has(line)));
  // The sum of parts is not quite what the whole counts.
  for (;;) {
    if (chosen.length === 0) return SILENCE;
    const parts = sized.flatMap(({ heading, lines }) => {
      const some = lines.filter((line) => chosen.includes(line));
      return some.length === 0 ? [] : [`## ${heading}\n${some.map(({ text }) => text).join('\n')}`];
    });
    const text = [OPENING, ...parts, ...closing].join('\n');
    const size = estimateTokens(text);
    if (size <= tokens) {
      const left = sized
        .flatMap(({ lines }) => lines)
        .flatMap((line) =>
          line.memory === null || chosen.includes(line)
            ? []
            : [{ memory: line.memory, because: message('omit.budget', { n: tokens }) }],
        );
      return { text, tokens: size, lines: chosen, left };
    }
    chosen.pop();
  }
}
