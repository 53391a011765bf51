import { remembered } from '../../../base/memo.ts';
import { isRememberCommand } from '../../../base/text/to-remember.ts';
import type { KeptSighting, Proposal, SignalName } from '../../../model/sighting.ts';
import { containsOther } from '../../claims/words.ts';
import { OWN, ownSentences } from '../../statements/authorship.ts';
import type { ObservedStep, SightingDetails, Signal } from '../signal.ts';
import { answersIn } from './answers.ts';
import { habitsIn } from './habits.ts';
import { addLines, beginHeard, type RecentLines, wasHeard } from './recent-lines.ts';
import { type Statement, statementsIn } from './statement.ts';

interface StatementListener {
  heard: RecentLines;
  /** The person has just refused or interrupted something. */
  stopped: boolean;
  seen: SightingDetails[];
}

/** A way of noticing one sort of what a person says. */
export const saidSignal = (name: SignalName, worth: Signal['worth']): Signal<StatementListener> => ({
  name,
  worth,
  minSessions: 1,
  begin: () => ({ heard: beginHeard(), stopped: false, seen: [] }),
  see(state, step) {
    if (step.agent !== null) return;
    for (const statement of saidIn(step, state)) {
      if (signalOf(statement) !== name || state.seen.length >= MAX_STATEMENTS) continue;
      state.seen.push(seenIn(statement, step));
    }
    listen(state, step);
  },
  finish: ({ seen }) => seen,
  propose: proposed,
});

const MAX_STATEMENTS = 200;

/** What the person says in a step: in a prompt, in refusing something, in answering. */
function saidIn(step: ObservedStep, { heard, stopped }: StatementListener): readonly Statement[] {
  const { kind, outcome, tool, text } = step;
  if (kind === 'prompt' && isRememberCommand(text)) return [];
  if (kind === 'prompt') return allIn(`${stopped ? STOPPED : ''}${text}`).filter(isOwn(heard));
  if (kind !== 'result' || tool?.startsWith('mcp:')) return [];
  if (outcome === 'rejected') return allIn(`${STOPPED}${refusalIn(text)}`).filter(isOwn(heard));
  if (tool !== 'ask' || outcome !== 'ok') return [];
  return [...answersIn(text), ...allIn(`${STOPPED}${notesIn(text)}`).filter(isOwn(heard))];
}

const STOPPED = '\0';

const isOwn = (heard: RecentLines) => (statement: Statement) =>
  !wasHeard(heard, statement.line) && !wasHeard(heard, statement.quote);

/**
 * What a person said in refusing. Clients have their own words for a refusal, and some know one by its words alone: with
 * those in it, a text may be anybody's.
 */
function refusalIn(text: string): string {
  const feedback = FEEDBACK.exec(text)?.[1];
  if (feedback !== undefined) return feedback;
  return /\b(?:reject|deni|deny|declin|doesn't want|cancel|abort|interrupt)|^\s*\[/i.test(text) ? '' : text;
}

const FEEDBACK =
  /^The user rejected permission to use this specific tool call with the following feedback: ([\s\S]+)$/;

/** What a person wrote beside the answers they chose. */
const notesIn = (text: string): string =>
  /\buser notes: ([^"\n]+?)\. You can now continue/.exec(text)?.[1] ?? '';

/** The same few prompts are asked of by every sort of statement. */
const allIn = remembered((given: string): readonly Statement[] => {
  const stopped = given.startsWith(STOPPED);
  const prompt = stopped ? given.slice(1) : given;
  const said = statementsIn(prompt, { stopped });
  const keys = new Set(said.map(({ key }) => key));
  const foreign = ownSentences(prompt).filter(({ own }) => own < OWN);
  return [...said, ...habitsIn(prompt).filter(({ key }) => !keys.has(key))].filter(
    ({ quote }) => !foreign.some(({ sentence }) => containsOther(sentence, quote)),
  );
}, 50);

/** What has a key is one matter whatever way it is put. */
const signalOf = ({ key, kind, corrects }: Statement): SignalName =>
  key !== null ? 'wish' : corrects && kind !== 'decision' ? 'correction' : kind;

function listen(state: StatementListener, { kind, outcome, text }: ObservedStep): void {
  if (kind === 'prompt') state.stopped = false;
  else if (outcome === 'rejected' || outcome === 'interrupted') state.stopped = true;
  else if (kind === 'reply' || kind === 'call') state.stopped = false;
  if (kind === 'reply' || kind === 'result') addLines(state.heard, text);
}

function seenIn(statement: Statement, { id, at, episode, tainted }: ObservedStep): SightingDetails {
  const { quote, line: _, corrects, strength, ...facts } = statement;
  const { key, subject, value, polarity, scopeOf } = statement;
  const says = `${polarity < 0 ? 'not ' : ''}${value ?? ''}`;
  return {
    matter: `${scopeOf ? `${scopeOf}: ` : ''}${key ?? subject}=${says}`,
    at,
    episode,
    events: [id],
    quote,
    proof: corrects ? 'user_correction' : 'explicit_statement',
    tainted,
    strength,
    // What somebody says holds for the project, whatever branch they are on as they say it.
    branch: null,
    facts: { ...facts },
  };
}

/** The newest of what was said as a rule; what was asked for once is a wish where it was asked for again. */
function proposed(seen: readonly KeptSighting[]): Proposal | null {
  const rules = seen.filter(({ facts }) => facts.once !== true);
  const newest = rules.at(-1) ?? seen.at(-1);
  if (
    !newest ||
    (rules.length === 0 && new Set(seen.map(({ session }) => session)).size < MIN_HABIT_SESSIONS)
  )
    return null;
  const {
    once: _,
    kind: __,
    ...said
  } = newest.facts as unknown as Omit<Statement, 'quote' | 'line' | 'corrects' | 'strength'>;
  return { ...said, source: 'user_said' };
}

/** Sessions that make a habit of a wish. */
const MIN_HABIT_SESSIONS = 2;
