import type { Event, Tool } from '@sqrl/base/model/event.ts';
import { isVouchedFor } from '@sqrl/base/model/own-tools.ts';
import { isOnlyLooking } from '@sqrl/base/shell/only-looking.ts';
import { commandReach } from './foreign-command.ts';
import { ForeignWords, type TextOrigin } from './foreign-words.ts';

export type TaintStep = Pick<Event, 'agent' | 'kind' | 'tool' | 'command' | 'outcome'> & {
  /** Of its text only a part is kept. */
  isCut: boolean;
  /** Files whose text it brought, as far as the client names them. */
  read: readonly NamedFile[];
  /** Files that it wrote as a whole. */
  wrote: readonly string[];
};

interface NamedFile {
  path: string;
  outside: boolean;
}

/** Tells the project's own files and programs from others. */
export interface ProjectOwnership {
  originOf(file: NamedFile): TextOrigin;
  fileOf(word: string): NamedFile | undefined;
  isOwnProgram(name: string): boolean;
  /** Whether the project's repository has a remote of that name, or `ANY_REMOTE`, besides its origin. */
  isOtherRemote(name: string): boolean;
}

export const TAINT = {
  none: 0,
  /** A stranger's, or an agent's who may have them from one. */
  foreign: 1,
  /** What an unknown program printed: only what repeats it is foreign. */
  unknown: 2,
} as const;

export type Taint = (typeof TAINT)[keyof typeof TAINT];

interface AgentTurn {
  isExposed: boolean;
  /** A part of what strangers wrote is not kept, and nothing can be held against it. */
  isCut: boolean;
}

/**
 * Says of each step of a session, in order, whose words it holds. The person's are never foreign, nor is what the project
 * itself printed. A stranger's text is; an agent's words and commands are where they repeat it, or have a word in the same
 * turn that only the stranger had used. What an unknown program printed is foreign where it is repeated. What a subagent
 * fetched reaches the agent that gets it, by the result of its task or by a notice; it also goes the other way, with the
 * task a subagent is given. `textOf` gives the kept text of a step; it is asked only where something foreign came in.
 */
export function taintOf(
  steps: readonly TaintStep[],
  own: ProjectOwnership,
  textOf: (index: number) => string,
): Taint[] {
  const origins = originsOf(steps, own, textOf);
  if (origins.every((origin) => origin === 'local')) return steps.map(() => TAINT.none);
  const words = new ForeignWords();
  const firstStranger = origins.indexOf('stranger');
  const turns = new Map<string | null, AgentTurn>();
  const turnOf = (agent: string | null) => turns.get(agent) ?? CLEAN;
  const others = (agent: string | null) =>
    [...turns].flatMap(([each, turn]) => (turn.isExposed && each !== agent ? [turn] : []));

  return steps.map((step, i): Taint => {
    const { agent, kind, tool, command } = step;
    const text = textOf(i);
    if (kind === 'prompt') turns.set(agent, agent === null ? CLEAN : turnOf(null));
    if (origins[i] !== 'local') {
      const origin = origins[i] as 'unknown' | 'stranger';
      words.add({ origin, text });
      if (origin === 'unknown') return step.outcome === 'failed' ? TAINT.foreign : TAINT.unknown;
      turns.set(agent, { isExposed: true, isCut: turnOf(agent).isCut || step.isCut });
      return TAINT.foreign;
    }
    const heard = kind === 'notice' || (kind === 'result' && tool === 'task') ? others(agent) : [];
    if (heard.length > 0) {
      turns.set(agent, { isExposed: true, isCut: [turnOf(agent), ...heard].some(({ isCut }) => isCut) });
      words.add({ origin: 'stranger', text });
      return TAINT.foreign;
    }
    const turn = turnOf(agent);
    const isForeign =
      (isSpeech(step) && isForeignSpeech(step, text, turn)) ||
      (tool === 'run' && command !== null && turn.isExposed && isForeignCommand(command, turn));
    // What an agent had from a page may stand in a file by the end of the turn, and it may come back to it in later ones.
    const isOwn = !turn.isExposed && (i < firstStranger || isPerson(step) || !isSpeech(step));
    if (firstStranger >= 0 && isOwn) words.addOwn(command === null ? text : `${command}\n${text}`);
    return isForeign ? TAINT.foreign : TAINT.none;
  });

  function isForeignSpeech(step: TaintStep, text: string, turn: AgentTurn): boolean {
    if (isPerson(step)) return false;
    return (turn.isExposed && (turn.isCut || words.isBorrowed(text))) || words.isRepeated(text);
  }

  /** A message to a commit is speech; what only looks at something changes nothing and is not learned. */
  function isForeignCommand(command: string, { isCut }: AgentTurn): boolean {
    if (/\bcommit\b/.test(command)) return isCut || words.isBorrowed(command) || words.isRepeated(command);
    return !isOnlyLooking(command) && words.isBorrowedCommand(command, isCut);
  }
}

const isPerson = ({ kind, agent }: TaintStep): boolean => kind === 'prompt' && agent === null;

const CLEAN: AgentTurn = { isExposed: false, isCut: false };

/** What an agent says, also by a question that comes back with its answer; of other calls the command is looked at. */
const isSpeech = ({ kind, tool, outcome }: TaintStep): boolean =>
  SPOKEN.has(kind) || (kind === 'result' && tool === 'ask' && outcome === 'ok');

const SPOKEN = new Set<Event['kind']>(['prompt', 'reply', 'reasoning', 'compaction', 'notice']);

/** Who may have written what each step brought. */
function originsOf(
  steps: readonly TaintStep[],
  own: ProjectOwnership,
  textOf: (index: number) => string,
): TextOrigin[] {
  const exposed = new Set<string | null>();
  // What an agent wrote after a stranger's text may be that text.
  const written = new Map<string, TextOrigin>();
  // Where a command put what it fetched: what lies there is a stranger's in every later turn.
  const fetched = new Set<string>();
  const originOf = (file: NamedFile): TextOrigin => {
    if (fetched.size > 0 && placesOf(file.path).some((place) => fetched.has(place))) return 'stranger';
    const origin = own.originOf(file);
    return origin === 'local' ? origin : (written.get(file.path) ?? origin);
  };
  const isOthers = (word: string): boolean => {
    const file = own.fileOf(word);
    return file !== undefined && originOf(file) !== 'local';
  };

  return steps.map((step, i) => {
    const { agent, kind, tool } = step;
    if (kind === 'prompt') {
      if (agent !== null && exposed.has(null)) exposed.add(agent);
      else exposed.delete(agent);
    }
    const origin = kind === 'result' ? broughtBy(step, i) : 'local';
    const hears = kind === 'notice' || (kind === 'result' && tool === 'task');
    if (origin === 'stranger' || (hears && [...exposed].some((each) => each !== agent))) exposed.add(agent);
    for (const path of step.wrote) written.set(path, exposed.has(agent) ? 'stranger' : 'local');
    return origin;
  });

  function broughtBy({ tool, command, read, outcome }: TaintStep, i: number): TextOrigin {
    // A refused call never ran: its result is the client's sentence and the person's reason.
    if (outcome === 'rejected') return 'local';
    if (isForeignTool(tool)) return 'stranger';
    const origins = read.map(originOf);
    let namesFiles = tool === 'search';
    if (tool === 'run' && command !== null) {
      const reach = commandReach(command);
      if (reach.isNetwork || reach.remotes.some((name) => own.isOtherRemote(name))) {
        for (const word of reach.places) fetched.add(own.fileOf(word)?.path ?? word);
        return 'stranger';
      }
      namesFiles ||= reach.namesFiles;
      if (reach.unknown.some((name) => !own.isOwnProgram(name))) origins.push('unknown');
      for (const word of reach.reads) {
        const file = own.fileOf(word);
        if (file) origins.push(originOf(file));
      }
    }
    // The other lines are the project's: what repeats one of these is foreign, and no more.
    if (namesFiles && filesAtLines(textOf(i)).some(isOthers)) origins.push('unknown');
    return origins.includes('stranger') ? 'stranger' : origins.includes('unknown') ? 'unknown' : 'local';
  }
}

/** The files that a search or a difference has its lines from. */
const filesAtLines = (text: string): string[] => [
  ...new Set(
    [...text.matchAll(/^(?:([^\s:][^:\n]{0,300}):|\+\+\+ b\/(\S{1,300}))/gm)].map(
      ([, found, changed]) => found ?? changed!,
    ),
  ),
];

const placesOf = (path: string): string[] =>
  path
    .split('/', MAX_DEPTH)
    .map((_, i, parts) => parts.slice(0, i + 1).join('/'))
    .concat(path);

const MAX_DEPTH = 40;

/** An unknown tool may return anything. */
export const isForeignTool = (tool: Tool | null): boolean =>
  tool === 'fetch' ||
  tool === 'web search' ||
  tool === 'other' ||
  (tool?.startsWith('mcp:') === true && !isVouchedFor(tool));
