import { coreOf } from '../../../base/shell/command.ts';
import type { Signal } from '../signal.ts';
import { putInto } from './bounded.ts';
import { displayPath, isVendoredPath } from './files.ts';
import { type Mark, markOf, seenAt } from './mark.ts';
import { median, sessionsIn } from './shares.ts';

interface Cost {
  mark: Mark;
  characters: number;
}

type TokenSpikeState = { costs: Map<string, Cost> };

/** Files and commands that fill the context. */
export const tokenSpike: Signal<TokenSpikeState> = {
  name: 'token_spike',
  worth: { diagnostic: 0.5, acrossSessions: 0.8, falseAlarms: 0.3 },
  minSessions: 3,
  begin: () => ({ costs: new Map() }),
  see(state, step) {
    const characters = step.length ?? 0;
    if (characters < MUCH_PRINTED || step.kind !== 'result' || step.outcome === 'rejected') return;
    const name = nameOf(step, characters);
    if (name === undefined) return;
    const known = state.costs.get(name);
    if (known && known.characters >= characters) return;
    putInto(state.costs, name, { mark: markOf(step), characters }, 50);
  },
  finish: ({ costs }) =>
    [...costs].map(([matter, { mark, characters }]) =>
      seenAt([mark], { matter, proof: 'token_spike', strength: 0.6, facts: { characters } }),
    ),
  propose(seen) {
    const [, what, name] = /^(\w+) (.*)$/s.exec(seen[0]!.matter)!;
    const tokens = rounded(median(seen.map(({ facts }) => Number(facts.characters))) / PER_TOKEN);
    const cost = `about ${tokens.toLocaleString('en-US')} tokens`;
    if (what === 'read')
      return {
        type: 'context_cost',
        text: `Reading all of ${displayPath(name!)} costs ${cost} (${sessionsIn(seen)} sessions): search it and read only the relevant part.`,
        files: [name!],
        trigger: { tool: 'read', command: null, match: 'same', file: name!, given: null, expects: null },
      };
    return {
      type: 'context_cost',
      text: `\`${name}\` prints ${cost} (${sessionsIn(seen)} sessions): narrow it, or keep only the end of its output.`,
      trigger: { tool: 'run', command: name!, match: 'same', file: null, given: null, expects: null },
    };
  },
};

function nameOf(
  { tool, files, command, outcome }: Parameters<typeof tokenSpike.see>[1],
  characters: number,
): string | undefined {
  if (tool === 'read' && outcome === 'ok' && characters >= MUCH_READ) {
    const whole = files.find(({ lines, outside }) => !outside && (lines === null || lines[0] <= 1));
    return whole && !isVendoredPath(whole.path) ? `read ${whole.path}` : undefined;
  }
  if (tool !== 'run' || command === null) return undefined;
  const core = coreOf(command);
  return core === '' || core.length > MAX_COMMAND_CHARS || SHOWS.test(core) ? undefined : `run ${core}`;
}

/** Characters. A file of some eight hundred lines; and half of what clients show of a command at most. */
const MUCH_READ = 32_000;
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
