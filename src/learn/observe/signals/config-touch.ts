import { coreOf } from '../../../base/shell/command.ts';
import type { KeptSighting, Proposal } from '../../../model/sighting.ts';
import { addOnce, keptIn, putInto } from '../bounded.ts';
import { type Mark, markOf, seenAt } from '../mark.ts';
import type { Signal } from '../signal.ts';
import { changedBy, displayPath, isConfig, listedInProse } from './files.ts';
import { sharesOf, stringsUnder } from './shares.ts';

interface ConfigTouch {
  marks: [Mark, ...Mark[]];
  episode: string | null;
  changed: string[];
  ran: string[];
}

interface ConfigTouchState {
  configs: Map<string, ConfigTouch>;
  /** What was run before any of them changed is not run because of it. */
  ran: Map<string, true>;
}

/** What has to be done, or changed, after a file that says how the project is built. */
export const configTouch: Signal<ConfigTouchState> = {
  name: 'config_touch',
  worth: { diagnostic: 0.6, acrossSessions: 0.8, falseAlarms: 0.4 },
  minSessions: 2,
  begin: () => ({ configs: new Map(), ran: new Map() }),
  see(state, step) {
    if (step.kind !== 'result' || step.outcome !== 'ok') return;
    if (step.tool === 'run' && step.command !== null) {
      const core = coreOf(step.command);
      if (core.length > MAX_COMMAND_CHARS || !FOLLOWS.test(core) || GENERAL.test(core)) return;
      for (const touched of state.configs.values())
        if (touched.episode === step.episode && !state.ran.has(core)) addOnce(touched.ran, core, 10);
      if (state.configs.size === 0) putInto(state.ran, core, true, 100);
      return;
    }
    for (const path of changedBy(step)) {
      for (const [config, touched] of state.configs)
        if (config !== path && touched.episode === step.episode) addOnce(touched.changed, path, 20);
      if (!isConfig(path)) continue;
      const known = state.configs.get(path);
      const touched: ConfigTouch = known ?? {
        marks: [markOf(step)],
        episode: step.episode,
        changed: [],
        ran: [],
      };
      touched.marks = [touched.marks[0], markOf(step)];
      touched.episode = step.episode;
      keptIn(state.configs, path, () => touched, 20);
    }
  },
  finish: ({ configs }) =>
    [...configs].map(([path, { marks, changed, ran }]) =>
      seenAt(marks, {
        matter: path,
        proof: 'config_touch',
        strength: ran.length > 0 ? 0.7 : 0.5,
        facts: { changed: changed.sort(), ran: ran.sort() },
      }),
    ),
  propose: (seen) => ranAfter(seen) ?? changedWith(seen),
};

const MAX_COMMAND_CHARS = 80;

/** What one runs because something was configured: not the tests, which are run after everything. */
const FOLLOWS =
  /\b(?:install|ci|sync|lock|tidy|generate|gen|codegen|migrate|migration|prisma|build|compile|restart|up|update|vendor|bundle|setup|init|assemble|resolve)\b/;
const GENERAL = /^(?:git|gh|ls|cat|grep|rg|find|sed|head|tail|kill|pkill|curl|rm|mv|cp|mkdir)\b/;

function ranAfter(seen: readonly KeptSighting[]): Proposal | null {
  const path = seen[0]!.matter;
  const ran = sharesOf(seen, (facts) => stringsUnder(facts, 'ran')).filter(
    ({ sessions, of }) => sessions >= 2 && sessions >= of * 0.6,
  )[0];
  if (!ran) return null;
  return {
    type: 'causal_dependency',
    text: `After changing ${displayPath(path)}, run \`${ran.name}\` (in ${ran.sessions} of ${ran.of} sessions).`,
    files: [path],
    trigger: { tool: 'change', command: null, match: 'same', file: path, given: null, expects: null },
  };
}

function changedWith(seen: readonly KeptSighting[]): Proposal | null {
  const path = seen[0]!.matter;
  const changed = sharesOf(seen, (facts) => stringsUnder(facts, 'changed'))
    .filter(({ sessions, of }) => sessions >= 3 && sessions >= of * 0.75)
    .slice(0, 2);
  if (changed.length === 0) return null;
  return {
    type: 'causal_dependency',
    text: `When ${displayPath(path)} changes, update ${listedInProse(changed.map(({ name }) => displayPath(name)))} (in ${changed.at(-1)!.sessions} of ${changed[0]!.of} sessions).`,
    files: [path, ...changed.map(({ name }) => name)],
    relations: changed.map(({ name, sessions, of }) => ({
      kind: 'required_with' as const,
      to: name,
      confidence: sessions / of,
    })),
    trigger: { tool: 'change', command: null, match: 'same', file: path, given: null, expects: null },
  };
}
