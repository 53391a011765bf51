import type { Draft } from '@sqrl/base/model/memory.ts';
import type { Parsed } from '../../protocol/verbs.ts';
import type { Engine } from '../../workspace/workspace.ts';
import { isForeignIn } from '../verbs/agents-turn.ts';
import { settledRow } from './observe.ts';
import { type Promotion, rememberNotes } from './promote.ts';

/** Turns the failures of a QA report into memories: each is an error that may come back, what was expected a requirement. */
export async function qaReport(
  engine: Engine,
  { session, failures }: Parsed<'qaReport'>,
): Promise<Promotion> {
  const result: Promotion = { promoted: [], dropped: [], notices: [] };
  const row = settledRow(engine, session);
  const at = engine.now();
  const given = failures.map((failure) => {
    const said = [failure.what, failure.expected, failure.fix].join('\n');
    const tainted = row === undefined || isForeignIn(engine.own.store, said, { session: row, at });
    return draftsOf(failure, { at, tainted });
  });
  const keep = (drafts: readonly Draft[]) => {
    const notes = drafts.map((draft) => ({ draft, agents: 1 }));
    return rememberNotes(engine, `${session}/qa`, notes, result);
  };
  // What was expected comes first, so that what failed can name it.
  await keep(given.flatMap(({ expected }) => expected ?? []));
  const ids = new Map(result.promoted.map(({ text, id }) => [text, id]));
  await keep(
    given.map(({ failed, expected }): Draft => {
      const to = ids.get(expected?.text ?? '');
      return to === undefined ? failed : { ...failed, relations: [{ kind: 'validates', to, confidence: 1 }] };
    }),
  );
  return result;
}

/** What a page may have said is no fix to follow. */
function draftsOf(
  { what, expected, files = [], fix: told }: Parsed<'qaReport'>['failures'][number],
  { at, tainted }: { at: number; tainted: boolean },
): { failed: Draft; expected: Draft | undefined } {
  const fix = tainted ? undefined : told;
  const common = {
    files: [...files],
    source: 'qa_auto' as const,
    tainted,
    tags: ['qa'],
    evidence: [{ proof: 'qa_report', episode: null, events: [], quote: what.slice(0, 300), at }],
  };
  const failed = `QA: ${withStop(what)}${fix === undefined ? '' : ` Fix: ${withStop(fix)}`}`;
  return {
    failed: { ...common, type: 'error_pattern', text: failed, confidence: fix === undefined ? 0.7 : 0.8 },
    expected:
      expected === undefined
        ? undefined
        : { ...common, type: 'requirement', text: expectedSentence(what, expected), confidence: 0.75 },
  };
}

/** What was expected, as a sentence that says by itself of what: a report may say "enabled" alone. */
const expectedSentence = (what: string, expected: string): string =>
  expected.trim().split(/\s+/).length >= MIN_SENTENCE_WORDS
    ? withStop(expected)
    : `Expected “${expected.trim()}” where QA saw: ${withStop(what)}`;

const MIN_SENTENCE_WORDS = 4;

const withStop = (text: string): string => (/[.!?…]$/.test(text.trim()) ? text.trim() : `${text.trim()}.`);
