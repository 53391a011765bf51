import { createHash } from 'node:crypto';
import { type GuardMode, isStopText } from '@sqrl/base/model/guards.ts';
import type { Memory } from '@sqrl/base/model/memory.ts';
import type { DeliveryPoint, Moment } from '@sqrl/base/model/moment.ts';
import { printedName } from '@sqrl/base/model/printed.ts';
import type { AgentAction } from '@sqrl/base/model/trigger.ts';
import { isAbsolutePath, wholePath } from '@sqrl/base/paths.ts';
import { redactedStart } from '@sqrl/base/redact/shorten.ts';
import { coreOf } from '@sqrl/base/shell/command.ts';
import type { Store } from '@sqrl/base/sqlite/query.ts';
import { fingerprintOf } from '../../ingest/episodes/fingerprint.ts';
import { folderOf } from '../../ingest/shell-files.ts';
import { applies } from '../../learn/guards/applies.ts';
import type { RuleBreach } from '../../store/delivery/receipts.ts';
import { resolutionsOf } from '../../store/events/agents-turn.ts';
import { memoriesAt, type Row } from '../../store/memory/memories.ts';
import { memoriesOnFailure, rowsAbout, rowsOfParts, triggersIn } from '../../store/memory/places.ts';
import { rowsByWords } from '../../store/memory/words.ts';
import { inProject } from '../../workspace/in-project.ts';
import type { Engine } from '../../workspace/workspace.ts';
import { afterFailure, inWords, saysFix, saysWhere, searchedNames, speaksOf } from './after-failure.ts';
import type { DeliveredSoFar } from './deliver.ts';
import { briefAt } from './deliver-brief.ts';
import { promptAt } from './deliver-prompt.ts';
import {
  type DeliveryCandidate,
  type DeliveryText,
  inFewLines,
  type Listener,
  MAX_GUARD_TOKENS,
  SILENCE,
  surestFirst,
  tellable,
  withLeft,
} from './delivery-text.ts';
import type { LoadedRules, LoadedText } from './loaded-rules.ts';
import { stopAt } from './stop-calls.ts';
import { type RuleSaying, stopForRule, tellBroken } from './stop-rules.ts';

export interface DeliveryContext
  extends Pick<DeliveredSoFar, 'told' | 'reminded' | 'stopped' | 'stoppedCalls' | 'quoted'> {
  listener: Listener;
  guards: GuardMode;
  /** The same for rules of the person, which no trust level delays. */
  rules: GuardMode;
  breaches: readonly RuleBreach[];
  /** Memories that may be told; without it all. */
  only?: ((memory: Memory) => boolean) | undefined;
  /** Quotes and fixes of past sessions may be told, which are not memories; not to a control group. */
  inferred: boolean;
  /** What the client's rule files say; at a step a rule may be told all the same, since it is needed there. */
  loaded: LoadedRules;
  /** The same of memories that came from elsewhere. */
  loads?: LoadedText | undefined;
  /** Where the step is taken; undefined where it is not given. */
  cwd: string | undefined;
  /** Whether the agent has the tool `remember`. */
  canRemember: boolean;
  hasTask: boolean;
  /** A prompt begins a task now: it is the first, or comes after a silence that ends what was done before. */
  beginsTask: boolean;
  /** In tokens. */
  room: number;
}

export interface DeliveryProposal {
  point: DeliveryPoint | null;
  about: string | null;
  saying: DeliveryText;
  breaches?: RuleSaying['breaches'] | undefined;
}

export async function proposalAt(
  engine: Engine,
  moment: Moment,
  hearing: DeliveryContext,
): Promise<DeliveryProposal> {
  switch (moment.point) {
    case 'session start':
      return { point: 'session start', about: moment.because, saying: await briefAt(engine, hearing) };
    case 'prompt': {
      const about = createHash('sha256').update(moment.text).digest('hex').slice(0, 16);
      return { ...(await promptAt(engine, moment, hearing)), about };
    }
    case 'before':
      if (moment.tool === 'search') return searchAt(engine, moment, hearing);
      return beforeAt(engine, moment, hearing);
    case 'after':
      if (moment.outcome === 'failed') return failureAt(engine, moment, hearing);
      return moment.tool === 'search'
        ? searchAt(engine, moment, hearing)
        : touchedAt(engine, moment, hearing);
    case 'between':
      return betweenAt(engine, moment, hearing);
  }
}

type BeforeMoment = Extract<Moment, { point: 'before' }>;
type AfterMoment = Extract<Moment, { point: 'after' }>;

const NEVER: DeliveryProposal = { point: null, about: null, saying: SILENCE };

/** Before a step an agent is told nothing: the client would hand it on with the result. The step may be stopped. */
function beforeAt(engine: Engine, moment: BeforeMoment, hearing: DeliveryContext): DeliveryProposal {
  const about = aboutText(moment.command ?? moment.files[0] ?? null);
  const rule = stopForRule(engine, moment, about, hearing);
  const saying =
    rule.saying.lines.length > 0
      ? rule.saying
      : stopAt(engine, actionAt(engine, moment, hearing.cwd), about, hearing);
  return { point: 'stopped', about, saying, breaches: rule.breaches };
}

const actionAt = (
  engine: Engine,
  { tool, command, files }: BeforeMoment | AfterMoment,
  cwd: string | undefined,
): AgentAction => ({
  tool,
  command,
  files,
  folder: tool === 'run' ? folderAt(engine, command, cwd) : null,
});

/** The folder that a command is about to work in, below the repository; undefined where it is not known. */
function folderAt(
  engine: Engine,
  command: string | null,
  cwd: string | undefined,
): string | null | undefined {
  if (cwd === undefined || engine.project === undefined) return undefined;
  const { project } = engine;
  return folderOf(command, (path) => {
    const placed = inProject(project, wholePath(path, cwd));
    return { path: placed, outside: isAbsolutePath(placed) };
  });
}

/** After a step: what warns of a file that was read, and what holds for the part of the code that was touched. */
function touchedAt(engine: Engine, moment: AfterMoment, hearing: DeliveryContext): DeliveryProposal {
  const { tool, command, files } = moment;
  const about = files[0] ?? aboutText(command);
  const point = 'after read';
  const broken = CHANGING.has(tool) ? tellBroken(engine, moment, hearing) : undefined;
  if (broken && broken.saying.lines.length > 0) return { point, about, ...broken };
  if (about === null) return NEVER;
  const isWarned = ({ memory }: DeliveryCandidate) => tool === 'read' && WARNING.has(memory.type);
  const found = [
    ...aboutThese(engine, files).filter((one) => isWarned(one) || isPart(one)),
    ...(tool === 'run' ? onStep(engine, actionAt(engine, moment, hearing.cwd)).filter(isPart) : []),
  ];
  const heading = `About ${printedName(about)}:`;
  return { point, about, saying: say(engine, found, hearing, { lines: MAX_READ_LINES, heading }) };
}

const MAX_READ_LINES = 3;
const WARNING: ReadonlySet<string> = new Set(['gotcha', 'dead_end', 'error_pattern']);
const CHANGING: ReadonlySet<string> = new Set(['edit', 'write', 'run']);

const isPart = ({ memory }: DeliveryCandidate): boolean => memory.reach === 'part';

/**
 * Between two steps: what warns of a file that was just read, else where the thing is that was just searched for. An agent
 * that has just begun is still busy with what it was told first.
 */
function betweenAt(
  engine: Engine,
  { step, files, searches }: Extract<Moment, { point: 'between' }>,
  hearing: DeliveryContext,
): DeliveryProposal {
  if (step < FIRST_STEPS) return NEVER;
  const found = aboutThese(engine, files).filter((one) => WARNING.has(one.memory.type) || isPart(one));
  const warning = say(engine, found, hearing, { lines: MAX_WARNINGS });
  if (warning.lines.length > 0)
    return { point: 'after read', about: files.join(', ') || null, saying: warning };
  const answers = searches.slice(-MAX_SEARCHES).map((command) => searchAt(engine, { command }, hearing));
  return answers.find(({ saying }) => saying.lines.length > 0) ?? NEVER;
}

const FIRST_STEPS = 5;
const MAX_WARNINGS = 4;
const MAX_SEARCHES = 3;

function failureAt(engine: Engine, moment: AfterMoment, hearing: DeliveryContext): DeliveryProposal {
  if (hearing.guards === 'off' || isStopText(moment.text)) return NEVER;
  const failure = fingerprintOf({ ...moment, text: redactedStart(moment.text, MAX_RESULT_CHARS) });
  const patterns = engine.indexedStores
    .flatMap(({ store }) => memoriesOnFailure(store, failure))
    .flatMap((memory) => {
      const why = speaksOf(memory, failure);
      return why === undefined ? [] : [{ memory, why }];
    });
  const resolved = !hearing.inferred ? [] : resolutionsOf(engine.own.store, failure.id, MAX_SEEN_ROWS);
  // Guards that foresaw this failure of this step and say what to do instead.
  const guards = onStep(
    engine,
    actionAt(engine, moment, hearing.cwd),
    (expects) => expects === null || expects === failure.id,
  ).filter(({ memory }) => saysFix(memory));
  // That a brief named a failure is no reason to be silent when it happens.
  const { may, left } = tellable(engine, [...patterns, ...guards], { ...hearing, told: hearing.reminded });
  const known = { candidates: may, resolved, command: coreOf(moment.command ?? '') };
  const saying = may.length + resolved.length === 0 ? SILENCE : afterFailure(failure, known, hearing.room);
  return { point: 'after failure', about: failure.id, saying: withLeft(saying, left) };
}

/** Memories that are found in each store, by their rows with the reason. */
const candidatesIn = (
  { indexedStores }: Engine,
  find: (store: Store) => ReadonlyMap<Row, string>,
): DeliveryCandidate[] =>
  indexedStores.flatMap(({ store }) => {
    const found = find(store);
    return memoriesAt(store, [...found.keys()]).map(({ row, memory }) => ({ memory, why: found.get(row)! }));
  });

const onStep = (
  engine: Engine,
  action: AgentAction,
  expects: (failure: string | null) => boolean = () => true,
): DeliveryCandidate[] =>
  candidatesIn(engine, (store) => {
    const met = triggersIn(store).filter(
      ({ trigger }) => expects(trigger.expects) && applies(trigger, action),
    );
    return new Map(met.map(({ row, trigger }) => [row, `its trigger is met: ${inWords(trigger)}`]));
  });

/** What went wrong stands at the beginning or at the end of a long text. */
const MAX_RESULT_CHARS = 20_000;
const MAX_SEEN_ROWS = 30;

/** Where a memory says where that thing is that is searched for. */
function searchAt(
  engine: Engine,
  { command }: Pick<BeforeMoment, 'command'>,
  hearing: DeliveryContext,
): DeliveryProposal {
  const names = searchedNames(command ?? '');
  const found = candidatesIn(engine, (store) => {
    const rows = [
      ...rowsAbout(store, 'symbol', names),
      ...(names.length === 0 ? [] : rowsByWords(store, names.join(' '), { limit: MAX_FOUND })),
    ];
    return new Map(rows.map(({ row }) => [row, `it says where ${names.join(', ')} is`]));
  }).filter(({ memory }) => memory.type !== 'work_state' && saysWhere(memory, names));
  return { point: 'search', about: aboutText(command), saying: say(engine, found, hearing, { lines: 1 }) };
}

const MAX_FOUND = 20;

/** Memories that are about exactly these files, and those of the parts of the code that they lie in. */
const aboutThese = (engine: Engine, files: readonly string[]): DeliveryCandidate[] =>
  candidatesIn(engine, (store) => {
    if (files.length === 0) return new Map();
    const about = (row: Row, name: string) => [row, `it is about ${name}`] as const;
    return new Map([
      ...files.flatMap((file) => rowsOfParts(store, foldersOf(file)).map((row) => about(row, file))),
      ...rowsAbout(store, 'file', files).map(({ name, row }) => about(row, name)),
    ]);
  });

/** The folders that a file lies in, and the file itself: a part may be one file. */
const foldersOf = (file: string): string[] => {
  const steps = file.split('/').slice(0, MAX_FOLDERS);
  return steps.map((_, i) => steps.slice(0, i + 1).join('/'));
};

const MAX_FOLDERS = 30;

/** The surest of what may be told, a short line each. */
function say(
  engine: Engine,
  found: readonly DeliveryCandidate[],
  hearing: DeliveryContext,
  { lines, heading }: { lines: number; heading?: string },
): DeliveryText {
  if (found.length === 0) return SILENCE;
  const { may, left } = tellable(engine, found, hearing);
  const room = { lines, each: MAX_GUARD_TOKENS, tokens: hearing.room };
  return withLeft(inFewLines(may.toSorted(surestFirst), room, heading), left);
}

/** A command may hold secrets. */
const aboutText = (text: string | null): string | null => (text === null ? null : redactedStart(text, 500));
