import type { Draft } from '../../model/memory.ts';
import { isForeignSince } from '../../store/events/agents-turn.ts';
import type { Engine } from '../../workspace/workspace.ts';
import { settledRow } from './observe.ts';
import { type Promotion, rememberNotes } from './promote.ts';

/** One failure of a QA report. */
interface QaFailure {
  what: string;
  expected?: string | undefined;
  files?: readonly string[] | undefined;
  fix?: string | undefined;
}

/** Turns the failures of a QA report into memories: each is an error that may come back, what was expected a requirement. */
export async function qaReport(
  engine: Engine,
  { session, failures }: { session: string; failures: readonly QaFailure[] },
): Promise<Promotion> {
  const result: Promotion = { promoted: [], dropped: [], notices: [] };
  const row = settledRow(engine, session);
  const tainted = row === undefined || isForeignSince(engine.own.store, row);
  const drafts = failures.flatMap((failure) => draftsOf(failure, { at: engine.now(), tainted }));
  result.notices.push(
    ...(await rememberNotes(
      engine,
      `${session}/qa`,
      drafts.map(() => ({ agents: 1 })),
      drafts,
      result,
    )),
  );
  return result;
}

/** What a page may have said is no fix to follow. */
function draftsOf(
  { what, expected, files = [], fix: told }: QaFailure,
  { at, tainted }: { at: number; tainted: boolean },
): Draft[] {
  const fix = tainted ? undefined : told;
  const common = {
    files: [...files],
    source: 'qa_auto' as const,
    tainted,
    tags: ['qa'],
    evidence: [{ proof: 'qa_report', episode: null, events: [], quote: what.slice(0, 300), at }],
  };
  const failed = `QA: ${withStop(what)}${fix === undefined ? '' : ` Fix: ${withStop(fix)}`}`;
  return [
    { ...common, type: 'error_pattern', text: failed, confidence: fix === undefined ? 0.7 : 0.8 },
    ...(expected === undefined
      ? []
      : [{ ...common, type: 'requirement' as const, text: withStop(expected), confidence: 0.75 }]),
  ];
}

const withStop = (text: string): string => (/[.!?…]$/.test(text.trim()) ? text.trim() : `${text.trim()}.`);
