import { coreOf } from '../../../base/shell/command.ts';
import { grouped } from '../../../base/text/digits.ts';
import { putInto } from '../bounded.ts';
import { type Mark, markOf, seenAt } from '../mark.ts';
import type { Signal } from '../signal.ts';
import { median, sessionsIn } from './shares.ts';

interface Cost {
  mark: Mark;
  characters: number;
}

type TokenSpikeState = { costs: Map<string, Cost> };

/** Commands that fill the context. How much a file costs to read, its size tells. */
export const tokenSpike: Signal<TokenSpikeState> = {
  name: 'token_spike',
  worth: { diagnostic: 0.5, acrossSessions: 0.8, falseAlarms: 0.3 },
  minSessions: 3,
  begin: () => ({ costs: new Map() }),
  see(state, step) {
    const characters = step.length ?? 0;
    if (characters < MUCH_PRINTED || step.kind !== 'result' || step.outcome === 'rejected') return;
    if (step.tool !== 'run' || step.command === null) return;
    const core = coreOf(step.command);
    if (core === '' || core.length > MAX_COMMAND_CHARS || SHOWS.test(core)) return;
    const known = state.costs.get(core);
    if (known && known.characters >= characters) return;
    putInto(state.costs, core, { mark: markOf(step), characters }, 50);
  },
  finish: ({ costs }) =>
    [...costs].map(([command, { mark, characters }]) =>
      seenAt([mark], {
        matter: `run ${command}`,
        proof: 'token_spike',
        strength: 0.6,
        facts: { characters },
      }),
    ),
  propose(seen) {
    const command = seen[0]!.matter.slice('run '.length);
    const tokens = rounded(median(seen.map(({ facts }) => Number(facts.characters))) / PER_TOKEN);
    const cost = `about ${grouped(tokens)} tokens`;
    return {
      type: 'context_cost',
      text: `\`${command}\` prints ${cost} (${sessionsIn(seen)} sessions): narrow it, or keep only the end of its output.`,
      trigger: { tool: 'run', command, match: 'same', file: null, given: null, expects: null },
    };
  },
};

/** Characters. Half of what clients show of a command at most. */
const MUCH_PRINTED = 15_000;
const PER_TOKEN = 4;
const MAX_COMMAND_CHARS = 100;

/** What these print is what was asked for, another thing each time. */
const SHOWS =
  /(?:^|\s)(?:cat|head|tail|sed|awk|grep|rg|find|ls|git|gh|curl|wget|jq|python3?|node|echo|diff|tree)\b/;

const rounded = (tokens: number): number => {
  const step = tokens >= 10_000 ? 1000 : 500;
  return Math.max(step, Math.round(tokens / step) * step);
};
