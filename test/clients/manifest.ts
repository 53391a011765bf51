import type { Client, Outcome, Tool } from '@sqrl/base/model/event.ts';
import type { Driver } from './driver.ts';
import type { FakeLlm } from './fake-llm.ts';
import { SUMMARISED } from './play.ts';
import type { Scenario } from './scenarios.ts';

/** What a fixture holds, and what truly happened when it was made: the script says so, no log was asked. */
export interface Fixture extends Truth {
  client: Client;
  version: string;
  /** Below the fixture's folder, which stands for the home of the person. */
  files: { path: string; bytes: number }[];
}

export interface Truth {
  scenario: string;
  about: string;
  /** The person's own words, in order. */
  prompts: string[];
  /** What the model said, in order. */
  replies: string[];
  /** In the order in which the model made them. */
  calls: TrueCall[];
  counts: {
    prompts: number;
    calls: number;
    failed: number;
    rejected: number;
    interrupted: number;
    compactions: number;
  };
}

interface TrueCall {
  tool: Tool;
  name: string;
  outcome: Outcome;
  /** What truly came of it, where the client's log has only the other word for it. */
  truly?: Outcome;
  /** Below the project. */
  file?: string;
  /** Made by a subagent. */
  agent?: true;
}

/** Tells from the script and the answers given what a reader ought to find. */
export function tellTruth(
  scenario: Scenario,
  llm: Pick<FakeLlm, 'given' | 'requests'>,
  logged: Driver['logged'] = {},
): Truth {
  const played = llm.given.filter(({ play }) => play !== 'summary' && play !== 'none');
  const calls = played.flatMap(({ play, step }) =>
    (step.calls ?? []).map(
      ({ tool, name, namespace, outcome = 'ok', file }): TrueCall => ({
        tool,
        // Tools of MCP servers go by one kind of name, whatever the dialect.
        name: namespace?.startsWith('mcp__') ? `${namespace}__${name}` : name,
        outcome: logged[outcome] ?? outcome,
        ...(logged[outcome] && { truly: outcome }),
        ...(file && { file }),
        ...(scenario.subagents?.includes(play) && { agent: true }),
      }),
    ),
  );
  const ended = (outcome: Outcome) => calls.filter((call) => call.outcome === outcome).length;
  return {
    scenario: scenario.name,
    about: scenario.about,
    prompts: scenario.prompts.map(({ say }) => say),
    replies: played.flatMap(({ step }) => step.text ?? []),
    calls,
    counts: {
      prompts: scenario.prompts.length,
      calls: calls.length,
      failed: ended('failed'),
      rejected: ended('rejected'),
      interrupted: ended('interrupted'),
      // A client may ask for a summary and then not take it.
      compactions: JSON.stringify(llm.requests.at(-1)?.body ?? '').includes(SUMMARISED) ? 1 : 0,
    },
  };
}

/** Sorted, so that making one fixture again changes only its own lines. */
export const order = (fixtures: readonly Fixture[]): Fixture[] =>
  fixtures.toSorted((a, b) => (`${a.client}/${a.scenario}` < `${b.client}/${b.scenario}` ? -1 : 1));
