import type { EpisodeStats } from '@sqrl/base/model/episode.ts';
import { agreementIn } from '@sqrl/base/text/agreement.ts';
import { typedWords } from '@sqrl/base/text/own-words.ts';
import { judgePrompt, type PromptMood, worst } from './frustration.ts';
import {
  commitSubject,
  commitsIn,
  type EpisodeEvent,
  filesChangedBy,
  followStruggle,
  isPrompt,
  noStruggle,
  triedIn,
} from './step.ts';
import { isTestCommand, testVerdict } from './test-verdict.ts';

export interface EpisodeFacts {
  /** What the person typed, in order, without what was pasted. */
  said: string[];
  prompts: string[];
  stats: EpisodeStats;
  filesChanged: string[];
  filesRead: string[];
  /** Calls per tool. */
  tools: Record<string, number>;
  testRuns: number;
  commits: number;
  /** The subject of the last commit, where it is told. */
  subject: string | undefined;
  /** Nothing was changed after the last commit. */
  committed: boolean;
  /** Tests were run after it. */
  testedSince: boolean;
  /** All of it was written elsewhere. */
  tainted: boolean;
  /** No agent had a part in it: what git or a CI run tells alone. */
  apart: boolean;
  ending: EpisodeEnd;
}

interface EpisodeEnd {
  /** The main agent's last step of substance. */
  last: EpisodeEvent | undefined;
  reply: string | undefined;
  /** The reply has words from outside: it is not quoted. */
  isReplyForeign: boolean;
  /** The last prompt only agrees to a reply that asked nothing: "exactly, ship it". */
  isAccepted: boolean;
  /** The main agent's last finished tool call. */
  result: EpisodeEvent | undefined;
  /** A call without its result. */
  waiting: boolean;
  /** The command that failed last and was not tried again. */
  failure: string | undefined;
}

export function episodeFacts(steps: readonly EpisodeEvent[]): EpisodeFacts {
  const struggle = noStruggle();
  const judged: PromptMood[] = [];
  const changed = new Set<string>();
  const read = new Set<string>();
  const waiting = new Set<string>();
  const answered = new Set<string>();
  /** Commands in words from outside. */
  const foreign = new Set<string>();
  const facts: EpisodeFacts = {
    said: [],
    prompts: [],
    stats: { errors: 0, retryLoops: 0, tests: 'not_run', frustration: 'none' },
    filesChanged: [],
    filesRead: [],
    tools: {},
    testRuns: 0,
    commits: 0,
    subject: undefined,
    committed: false,
    testedSince: false,
    tainted: steps.every(({ tainted }) => tainted),
    apart: steps.every(({ kind }) => kind === 'commit' || kind === 'check'),
    ending: {
      last: undefined,
      reply: undefined,
      isReplyForeign: false,
      isAccepted: false,
      result: undefined,
      waiting: false,
      failure: undefined,
    },
  };
  for (const step of steps) {
    followStruggle(struggle, step);
    // The result of a command that fetches is foreign, no matter who proposed the command.
    if (step.tainted && (step.kind === 'call' || step.call === null)) foreign.add(triedIn(step) ?? '');
    if (isPrompt(step)) {
      judged.push(judgePrompt(step.text, judged));
      facts.prompts.push(step.text);
      facts.said.push(typedWords(step.text).trim());
      facts.ending.isAccepted = accepts(step.text, facts.ending.reply);
    }
    const changes = filesChangedBy(step);
    if (changes.length > 0) facts.committed = false;
    for (const path of changes) changed.add(path);
    if (step.kind === 'result' && step.outcome === 'ok')
      for (const { path, way, outside } of step.files) if (way === 'read' && !outside) read.add(path);
    if (step.kind === 'call' || (step.kind === 'result' && step.call === null))
      count(facts.tools, step.tool ?? 'other');
    if (step.kind === 'result' && step.tool === 'run' && isTestCommand(step.command ?? '')) facts.testRuns++;
    if (step.kind === 'check') facts.testRuns++;
    if (testVerdict(step)) facts.testedSince = true;
    if (commitsIn(step)) {
      facts.commits++;
      facts.committed = true;
      facts.testedSince = false;
      // A message in words from outside is not quoted, and what an earlier one said does not stand for it.
      facts.subject = step.tainted ? undefined : (commitSubject(step) ?? facts.subject);
    }
    // A client that writes a call down when it is over may tell its end first.
    if (step.call !== null && step.kind === 'call' && !answered.has(step.call)) waiting.add(step.call);
    if (step.call !== null && step.kind === 'result') {
      answered.add(step.call);
      waiting.delete(step.call);
    }
    if (step.agent === null && isOfSubstance(step)) {
      facts.ending.last = step;
      if (step.kind === 'reply') {
        facts.ending.reply = step.text;
        facts.ending.isReplyForeign = step.tainted;
      }
      if (step.kind === 'result') facts.ending.result = step;
    }
  }
  const { errors, retryLoops, tests, open } = struggle;
  facts.stats = { errors, retryLoops, tests, frustration: worst(judged) };
  facts.filesChanged = [...changed].sort();
  facts.filesRead = [...read].filter((path) => !changed.has(path)).sort();
  facts.ending.waiting = waiting.size > 0;
  facts.ending.failure = [...open].filter((tried) => !foreign.has(tried)).at(-1);
  return facts;
}

/** A yes to a question asks for what the question offered, and accepts nothing yet. */
function accepts(prompt: string, reply: string | undefined): boolean {
  if (reply === undefined || endsWithQuestion(reply)) return false;
  const agreement = agreementIn(prompt);
  return agreement !== undefined && agreement.amendment === null && agreement.isBare;
}

export const endsWithQuestion = (reply: string): boolean => /\?["'”)*_\s]*$/.test(reply);

function count(counts: Record<string, number>, what: string): void {
  counts[what] = (counts[what] ?? 0) + 1;
}

/** Clients also note what changes nothing: a file that was attached, what a turn has cost, a task that is over. */
const isOfSubstance = ({ kind, outcome, call }: EpisodeEvent): boolean =>
  kind === 'notice'
    ? call === null && (outcome === 'failed' || outcome === 'interrupted')
    : kind !== 'reasoning' && kind !== 'compaction';
