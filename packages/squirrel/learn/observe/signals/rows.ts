import { basename } from 'node:path/posix';
import { printed } from '@sqrl/base/model/printed.ts';
import type { Proposal } from '@sqrl/base/model/sighting.ts';
import { coreOf } from '@sqrl/base/shell/command.ts';
import { shellSteps } from '@sqrl/base/shell/steps.ts';
import { grouped } from '@sqrl/base/text/digits.ts';
import { isCheck, kindOfCommand } from '../behavior/command-kind.ts';
import {
  OBSERVATIONS,
  observationIn,
  observationText,
  type ProductObservation,
  showsProduct,
} from '../product.ts';
import type { ObservedStep } from '../signal.ts';
import { evidenceFrom, listed, listedInCode } from '../wording.ts';
import {
  changedBy,
  conflictsIn,
  floodedBy,
  isConfig,
  isNoise,
  isTest,
  partOf,
  readBy,
  stemOf,
  takenBack,
} from './files.ts';
import { addOnce, type Matter, type Noted, onFile, onRun, type Row, type Shown, sessionsIn } from './row.ts';

const END_TO_END = /\b(?:playwright|cypress|testcafe|wdio|webdriverio|puppeteer|nightwatch|detox|maestro)\b/;

const isDone = ({ outcome }: ObservedStep): boolean => outcome === 'ok';

function coreIn({ tool, command }: ObservedStep, chars: number): string | undefined {
  const core = tool === 'run' && command !== null ? coreOf(command) : '';
  return core === '' || core.length > chars ? undefined : core;
}

/** Files of one name in a list, without names that every folder has one of. */
function namesake(path: string, files: ReadonlyMap<string, Noted>): string | undefined {
  const name = basename(path);
  return EVERYWHERE.test(name)
    ? undefined
    : [...files.keys()].find((other) => other !== path && basename(other) === name);
}

const EVERYWHERE =
  /^(?:index|main|mod|lib|types?|utils?|__init__|page|layout|route|styles?|config|package|setup|app)\.\w+$/i;

const failedWith = (
  { outcome, tool, text, files }: ObservedStep,
  tools: string,
  message: RegExp,
): string[] =>
  outcome === 'failed' && tools.split(' ').includes(tool ?? '') && message.test(text.slice(0, 400))
    ? files.filter(({ outside }) => !outside).map(({ path }) => path)
    : [];

/** Behavior that seldom comes to a memory, a row each. A row's notes are by list and name; see `Row`. */
export const ROWS: readonly Row[] = [
  {
    // Files that change with another. Each changed file is noted in every session that changes it: in five of six.
    name: 'co_access',
    worth: [0.9, 1, 0.2],
    minSessions: 3,
    see(notes, step) {
      for (const path of changedBy(step)) notes.note(step.episode ?? '', path, step);
    },
    show(notes) {
      const files = new Map<string, { last: Noted['last']; changed: Set<string> }>();
      for (const changed of notes.lists.map((episode) => notes.of(episode))) {
        // A change to more files than this is a renaming or a clean-up.
        if (changed.size > 15) continue;
        const paths = [...changed.keys()].filter((path) => !isTest(path));
        for (const path of paths) {
          const own = files.get(path) ?? { last: changed.get(path)!.last, changed: new Set<string>() };
          own.last = changed.get(path)!.last;
          // That a file goes with its own test need not be told.
          for (const other of paths)
            if (path !== other && stemOf(path) !== stemOf(other)) own.changed.add(other);
          files.set(path, own);
        }
      }
      return [...files].map(([matter, { last, changed }]) => ({
        ...{ matter, marks: [last], proof: 'co_access', strength: 0.6 },
        facts: { changed: [...changed].sort().slice(0, 15) },
      }));
    },
    propose: ({ name, shares }) => {
      const others = shares('changed')
        .filter(({ sessions, of }) => sessions >= 3 && sessions >= of * 0.75)
        .slice(0, 2);
      if (others.length === 0) return null;
      const counts = listed([...new Set(others.map(({ sessions }) => `${sessions}`))]);
      return {
        type: 'causal_dependency',
        text: `When \`${name}\` changes, ${listedInCode(others.map((each) => each.name))} change${others.length > 1 ? '' : 's'} too (in ${counts} of ${others[0]!.of} sessions).`,
        files: [name, ...others.map((each) => each.name)],
        relations: others.map(({ name: to, sessions, of }) => ({
          ...{ kind: 'required_with' as const, to, confidence: sessions / of },
        })),
        trigger: onFile(name),
      };
    },
  },
  {
    // Files opened by mistake: there is another of the same name, and that was the one.
    name: 'read_abandon',
    worth: [0.8, 0.8, 0.25],
    minSessions: 3,
    see(notes, step) {
      for (const path of failedWith(step, 'read edit', /no such file|not exist|ENOENT|file not found/i))
        if (!isNoise(path)) notes.note('missing', path, step);
      for (const path of readBy(step)) notes.note('read', path, step);
      for (const path of changedBy(step)) notes.note('changed', path, step);
    },
    show(notes) {
      const [read, changed, missing] = [notes.of('read'), notes.of('changed'), notes.of('missing')];
      const there = new Map([...read, ...changed]);
      const opened = [...read].flatMap(([matter, { first, place }]): Shown[] => {
        const other = namesake(matter, changed);
        if (other === undefined) return [];
        // It counts against it where the file was changed after all, or was read in between for its own sake.
        const next = read.get(other) ?? changed.get(other)!;
        const isAbandoned = !changed.has(matter) && next.place > place && next.place - place <= 6;
        const facts = { instead: isAbandoned ? other : null, missing: false };
        return [{ matter, marks: [first, next.first], proof: 'read_abandon', strength: 0.5, facts }];
      });
      const missed = [...missing].flatMap(([matter, { last, place }]): Shown[] => {
        const other = namesake(matter, there);
        if (there.has(matter) || other === undefined || there.get(other)!.place < place) return [];
        const facts = { instead: other, missing: true };
        const marks = [last, there.get(other)!.first] as const;
        return [{ matter, marks, proof: 'failure_then_success', strength: 0.7, facts }];
      });
      return [...opened, ...missed];
    },
    propose: ({ name, seen, sessions, shares }) => {
      const [instead] = shares('instead');
      const missing = seen.filter(({ facts }) => facts.missing === true).length;
      if (!instead || instead.sessions < sessions || (missing > 0 && missing < seen.length)) return null;
      return {
        type: 'gotcha',
        text:
          missing > 0
            ? `\`${name}\` does not exist: the file is \`${instead.name}\` (not found in ${sessions} sessions).`
            : `\`${instead.name}\` is the file to edit, not \`${name}\` (in ${sessions} of ${sessions} sessions that opened the latter first).`,
        files: [instead.name],
        trigger: onFile(name, 'read'),
      };
    },
  },
  {
    // What has to be run after a file that says how the project is built; what changes along with it is `co_access`.
    name: 'config_touch',
    worth: [0.6, 0.8, 0.4],
    minSessions: 2,
    see(notes, step) {
      if (!isDone(step)) return;
      const configs = [...notes.of('config')].filter(([, { last }]) => last.episode === step.episode);
      const core = coreIn(step, 80);
      if (core !== undefined && FOLLOWS.test(core) && !GENERAL.test(core)) {
        // What was run before any of them changed is not run because of it.
        if (notes.of('config').size === 0) notes.note('before', core, step);
        if (!notes.of('before').has(core)) for (const [, config] of configs) addOnce(config.names, core, 10);
      }
      for (const path of changedBy(step)) if (isConfig(path)) notes.note('config', path, step);
    },
    show: (notes) =>
      [...notes.of('config')].map(([matter, { first, last, names }]) => ({
        ...{ matter, marks: [first, last], proof: 'config_touch', strength: names.length > 0 ? 0.7 : 0.5 },
        facts: { ran: names.toSorted() },
      })),
    propose: ({ name, shares }) => {
      const [ran] = shares('ran').filter(({ sessions, of }) => sessions >= 2 && sessions >= of * 0.6);
      if (!ran) return null;
      const remedy = { kind: 'after' as const, command: ran.name, folder: null, variables: [] };
      return {
        type: 'causal_dependency',
        text: `After changing \`${name}\`, run \`${ran.name}\` (in ${ran.sessions} of ${ran.of} sessions).`,
        files: [name],
        trigger: { ...onFile(name), remedy },
      };
    },
  },
  {
    // Searches whose findings are drowned by what a package manager or a build put there.
    name: 'glob_ignore',
    worth: [0.6, 0.7, 0.35],
    minSessions: 2,
    see(notes, step) {
      if (!isDone(step)) return;
      for (const path of [...changedBy(step), ...readBy(step)]) notes.note('part', partOf(path), step);
      if ((step.tool !== 'list' && step.tool !== 'search') || step.command === null) return;
      const folder = floodedBy(step.text);
      if (folder !== undefined && !step.command.includes(folder))
        notes.note('folder', folder, step).names = [step.command];
    },
    show: (notes) =>
      [...notes.of('folder')].map(([matter, { last, names, times }]) => ({
        ...{ matter, marks: [last], proof: 'glob_ignore', strength: times > 1 ? 0.6 : 0.4 },
        facts: {
          pattern: names[0],
          parts: [...notes.of('part')].flatMap(([part, each]) => (each.times >= 2 ? [part] : [])).sort(),
        },
      })),
    propose: ({ name, seen, shares }) => {
      const pattern = seen
        .map(({ facts }) => String(facts.pattern))
        .findLast((each) => each.length <= 40 && !each.includes('`'));
      const parts = shares('parts').filter(({ sessions }) => sessions >= 2);
      if (pattern === undefined || parts.length === 0) return null;
      return {
        type: 'gotcha',
        text: `Repository-wide searches (such as \`${pattern}\`) mostly find files in \`${name}/\`: limit the search to ${listedInCode(parts.slice(0, 3).map((part) => part.name))}.`,
      };
    },
  },
  {
    // What browsers of MCP servers and end-to-end runners say of the running product, in two sessions the same.
    name: 'product_seen',
    worth: [0.6, 0.7, 0.35],
    minSessions: 2,
    see(notes, step) {
      const { tool, toolName, command, outcome, text } = step;
      const isRunner = tool === 'run' && command !== null && END_TO_END.test(command);
      const isBrowser = tool?.startsWith('mcp:') && (showsProduct(tool) || showsProduct(toolName ?? ''));
      const found = isRunner || isBrowser ? observationIn(text, outcome === 'failed') : undefined;
      if (found === undefined) return;
      const own = notes.note(found.kind, found.line.toLowerCase().replace(/\d+/g, '#').slice(0, 160), step);
      own.names = [found.line];
    },
    show: (notes) =>
      OBSERVATIONS.flatMap((kind) =>
        [...notes.of(kind)].map(([matter, { last, names, times }]) => ({
          ...{ matter: `${kind} ${matter}`, marks: [last], proof: 'seen_in_product', quote: names[0]! },
          ...{ strength: times > 1 ? 0.7 : 0.5, facts: { kind, line: names[0] } },
        })),
      ),
    propose({ seen }) {
      const { kind, line } = seen.at(-1)!.facts as unknown as ProductObservation;
      return {
        ...{ type: 'e2e_observation', text: observationText({ kind, line }), tags: [kind, 'e2e'] },
        // The page may have said it, or the test's own text: a person looks first.
        ...{ source: 'mcp_auto', needsReview: true },
      };
    },
  },
  {
    // Commands that fill the context. How much a file costs to read, its size tells.
    name: 'token_spike',
    worth: [0.5, 0.8, 0.3],
    minSessions: 3,
    see(notes, step) {
      const core = coreIn(step, 100);
      // In characters: half of what clients show of a command at most.
      if ((step.length ?? 0) < 15_000 || step.outcome === 'rejected') return;
      if (core === undefined || SHOWS.test(core)) return;
      const own = notes.note('run', core, step);
      own.amount = Math.max(own.amount, step.length!);
    },
    show: (notes) =>
      [...notes.of('run')].map(([command, { last, amount }]) => ({
        ...{ matter: `run ${command}`, marks: [last], proof: 'token_spike', strength: 0.6 },
        facts: { characters: amount },
      })),
    propose: ({ name, sessions, median }) => {
      const command = name.slice('run '.length);
      const tokens = median('characters') / 4;
      const step = tokens >= 10_000 ? 1000 : 500;
      const rounded = grouped(Math.max(step, Math.round(tokens / step) * step));
      return {
        type: 'context_cost',
        text: `\`${command}\` prints about ${rounded} tokens (${sessions} sessions): narrow it, or keep only the end of its output.`,
        trigger: onRun(command),
      };
    },
  },
  {
    // Commands that take so long that they were cut off, or are slow whenever they run.
    name: 'time_anomaly',
    worth: [0.4, 0.5, 0.35],
    minSessions: 3,
    see(notes, step) {
      const core = coreIn(step, 100);
      const { outcome, exitCode, text, durationMs } = step;
      if (core === undefined || (outcome !== 'ok' && outcome !== 'failed')) return;
      const isCutOff = outcome === 'failed' && (exitCode === 124 || TIMED_OUT.test(text.slice(0, 500)));
      // Only what the client measured: between a call and its result a person may have been asked.
      const took = durationMs ?? 0;
      if (!notes.of('run').has(core) && took < SLOW_MS && !isCutOff) return;
      const own = notes.note('run', core, step);
      own.amount = own.times === 1 ? took : Math.min(own.amount, took);
      own.flag ||= isCutOff;
    },
    show: (notes) =>
      [...notes.of('run')]
        .filter(([, { flag, amount }]) => flag || amount >= SLOW_MS)
        .map(([matter, { last, amount, flag }]) => ({
          ...{ matter, marks: [last], proof: flag ? 'timed_out' : 'time_anomaly' },
          ...{ strength: flag ? 0.7 : 0.4, facts: { ms: amount, timedOut: flag } },
        })),
    propose: ({ name, seen, sessions, median }) => {
      const timedOut = sessionsIn(seen.filter(({ facts }) => facts.timedOut === true));
      if (timedOut === 0 && seen.some(({ facts }) => Number(facts.ms) < SLOW_MS)) return null;
      const ms = median('ms');
      const long = ms < 120_000 ? `${Math.round(ms / 1000)} seconds` : `${Math.round(ms / 60_000)} minutes`;
      const how =
        timedOut > 0
          ? `timed out in ${timedOut} of ${sessions} sessions`
          : `takes about ${long} (${sessions} sessions)`;
      return {
        type: 'gotcha',
        text: `\`${name}\` ${how}: give it a longer timeout, or run it in the background.`,
        trigger: onRun(name),
      };
    },
  },
  {
    // Files that several agents, or several branches, change at once.
    name: 'parallel_conflict',
    worth: [0.9, 0.7, 0.2],
    minSessions: 1,
    see(notes, step) {
      for (const path of changedBy(step)) notes.note('changed', path, step);
      for (const path of failedWith(step, 'edit write', REFUSED)) notes.note('refused', path, step);
      for (const path of conflictsIn(step)) notes.note('merged', path, step);
    },
    show: (notes) =>
      [...notes.of('merged')].map(([matter, { last }]) => ({
        ...{ matter, marks: [last], proof: 'merge_conflict', strength: 0.6, facts: { how: 'branches' } },
      })),
    // Two agents one after the other is how it should be; what makes it a conflict is a refusal.
    across: (agents) =>
      [...new Set(agents.flatMap((notes) => [...notes.of('refused').keys()]))].flatMap((matter) => {
        const spans = agents.flatMap((notes) => notes.of('changed').get(matter) ?? []);
        const isAtOnce = spans.some((a, i) =>
          spans.some((b, j) => j > i && a.first.at <= b.last.at && b.first.at <= a.last.at),
        );
        if (!isAtOnce) return [];
        const refused = agents.flatMap((notes) => notes.of('refused').get(matter)?.last ?? []);
        const [mark, ...marks] = [...spans.map(({ last }) => last), ...refused].sort(
          (a, b) => a.at - b.at || (a.id < b.id ? -1 : 1),
        );
        const facts = { how: 'agents', agents: spans.length };
        const shown = { matter, proof: 'parallel_conflict', strength: 0.9, facts, agents: spans.length };
        return [{ ...shown, marks: [mark!, ...marks] as const }];
      }),
    propose: ({ name, seen }) => {
      const branches = seen.filter(({ facts }) => facts.how === 'branches');
      const about = { type: 'gotcha' as const, files: [name], trigger: onFile(name) };
      if (branches.length < seen.length)
        return {
          ...about,
          text: `Parallel agents conflict in \`${name}\`: let one of them make all changes to it.`,
        };
      // Once is chance.
      return sessionsIn(branches) < 2
        ? null
        : {
            ...about,
            text: `\`${name}\` causes merge conflicts (in ${sessionsIn(branches)} sessions): keep changes to it small, and merge before changing it.`,
          };
    },
  },
  {
    // Changes that were taken back: what was tried in a file and given up, with what had gone wrong before.
    name: 'backtrack',
    worth: [0.7, 0.6, 0.25],
    minSessions: 2,
    see(notes, step) {
      if (!isDone(step)) return;
      for (const { path, way, outside } of step.files)
        if (!outside && (way === 'edit' || way === 'write')) notes.note('changed', path, step);
      const changed = notes.of('changed');
      for (const path of takenBack(step, [...changed.keys()])) {
        notes.note('reverted', path, step).first = changed.get(path)!.last;
        notes.remove('changed', path);
      }
    },
    show: (notes, { failures }) =>
      [...notes.of('reverted')].map(([matter, { first, last }]) => {
        const why = failures.findLast(({ at }) => at >= first.at && at <= last.at)?.line ?? null;
        return {
          ...{ matter, marks: [first, last], proof: 'reverted_edit', strength: why === null ? 0.4 : 0.7 },
          quote: why?.slice(0, 200) ?? null,
          facts: { why: why?.slice(0, 160) ?? null },
        };
      }),
    propose: ({ name, seen, sessions }) => {
      // Without what went wrong it is only a change of mind.
      const known = seen.filter(({ facts }) => typeof facts.why === 'string');
      if (sessionsIn(known) < 2) return null;
      return {
        type: 'gotcha',
        text: `Changes to \`${name}\` were reverted in ${sessions} sessions, most recently after “${printed(known.at(-1)!.facts.why as string, 120)}”.`,
        files: [name],
        trigger: onFile(name),
        evidence: evidenceFrom(known),
      };
    },
  },
  {
    // The steps that end a kind of task: what is run and brought up to date before a commit, a release, a pull request.
    name: 'tool_sequence',
    worth: [0.7, 0.8, 0.3],
    minSessions: 3,
    see(notes, step) {
      if (!isDone(step)) return;
      for (const { path, way, outside } of step.files)
        if (!outside && (way === 'edit' || way === 'write') && BESIDE.test(path))
          notes.note('file', path, step);
      for (const each of step.tool === 'run' && step.command !== null ? shellSteps(step.command) : []) {
        const kind = kindOfCommand(each);
        // The last time counts: a check is run again after what it found was fixed.
        if (isCheck(kind) && kind !== 'command.single_test' && !/['"…$]/.test(each))
          notes.note('ran', each, step);
        const task = TASKS.find(([, pattern]) => pattern.test(each))?.[0];
        if (task === undefined) continue;
        const ended = notes.note('task', task, step);
        ended.names = [...notes.of('ran').keys()].slice(-8);
        ended.others = [...notes.of('file').keys()].slice(-8);
      }
    },
    show: (notes) =>
      [...notes.of('task')].map(([matter, { last, names, others }]) => ({
        ...{
          matter,
          marks: [last],
          proof: 'same_steps',
          strength: 0.7,
          facts: { ran: names, files: others },
        },
      })),
    propose: proposeRecipe,
  },
  {
    // Packages that were added and taken out again in one session, with what went wrong in between.
    name: 'dead_end',
    worth: [0.8, 0.7, 0.35],
    minSessions: 1,
    see(notes, step) {
      if (!isDone(step) || step.tool !== 'run') return;
      for (const each of shellSteps(step.command ?? '')) {
        const [, verb, rest = ''] = PACKAGES.exec(each) ?? [];
        const words = verb === undefined ? [] : rest.split(' ');
        for (const word of words.filter((name) => /^@?[a-z][\w./-]*(?:@[\w.^~-]+)?$/i.test(name))) {
          const name = word.replace(/(?<=.)@[^@/]+$/, '');
          const added = notes.of('added').get(name);
          if (/^(?:add|install|i|get)$/.test(verb!)) notes.note('added', name, step);
          else if (added) notes.note('removed', name, step).first = added.last;
        }
      }
    },
    show: (notes, { failures }) =>
      [...notes.of('removed')].flatMap(([name, { first, last }]): Shown[] => {
        const why = failures.findLast(({ at }) => at >= first.at && at <= last.at)?.line;
        const facts = { what: `the package \`${name}\``, why: why?.slice(0, 240) };
        const shown = {
          matter: `package ${name}`,
          marks: [first, last] as const,
          proof: 'given_up',
          strength: 0.6,
        };
        return why === undefined ? [] : [{ ...shown, quote: why.slice(0, 200), facts }];
      }),
    propose: ({ seen }) => {
      const newest = seen.at(-1)!;
      const { what, why } = newest.facts as { what: string; why: string };
      return {
        type: 'dead_end',
        text: `Tried and abandoned: ${what}, after “${printed(why, 160)}”.`,
        record: { kind: 'dead end', approach: what, reason: printed(why, 240) },
        polarity: -1,
        evidence: evidenceFrom([newest]),
      };
    },
  },
];

/** What one runs because something was configured: not the tests, which are run after everything. */
const FOLLOWS =
  /\b(?:install|ci|sync|lock|tidy|generate|gen|codegen|migrate|migration|prisma|build|compile|restart|up|update|vendor|bundle|setup|init|assemble|resolve)\b/;
const GENERAL = /^(?:git|gh|ls|cat|grep|rg|find|sed|head|tail|kill|pkill|curl|rm|mv|cp|mkdir)\b/;

/** What these print is what was asked for, another thing each time. */
const SHOWS =
  /(?:^|\s)(?:cat|head|tail|sed|awk|grep|rg|find|ls|git|gh|curl|wget|jq|python3?|node|echo|diff|tree)\b/;

const PACKAGES =
  /^(?:npm|pnpm|yarn|bun|pip3?|uv(?: pip)?|poetry|cargo|composer|gem|go|dotnet)(?: --?\S+)* (add|install|i|get|remove|rm|uninstall|un)\b((?: \S+)+)/;

const SLOW_MS = 90_000;
const TIMED_OUT = /\b(?:command|process|operation) timed? ?out\b|\btimed out after\b/i;

const REFUSED =
  /modified since (?:it was )?(?:last )?read|changed (?:on disk )?since|has been (?:unexpectedly )?modified/i;

const BESIDE =
  /(?:^|\/)(?:change ?log|changes|history|news|readme|version)[^/]*$|^(?:package|pyproject|cargo|composer|setup)\.\w+$/i;

const TASKS: readonly (readonly [string, RegExp])[] = [
  [
    'a release',
    /^(?:npm|pnpm|yarn|bun|cargo) publish\b|^(?:npm|yarn|pnpm) version\b|\bgit tag (?!-l|--list|-d)\S|^gh release create\b|^goreleaser\b|^twine upload\b/,
  ],
  ['a pull request', /^(?:\w+ )?gh pr create\b|^glab mr create\b/],
  ['a commit', /^(?:\w+ )?git (?:-C \S+ )?commit\b/],
];

/** The steps that most sessions took all of, in the order they mostly came in. */
function proposeRecipe({ name: task, seen }: Matter): Proposal | null {
  const recent = seen.slice(-30);
  const files = often(recent.map(({ facts }) => facts.files as string[]));
  let ran = often(recent.map(({ facts }) => facts.ran as string[]));
  const proofsOf = () =>
    recent.filter(({ facts }) => ran.every(({ name }) => (facts.ran as string[]).includes(name)));
  // The rarest is left out until half of the sessions took all.
  while (ran.length > 1 && proofsOf().length < recent.length * 0.5) {
    const rarest = ran.reduce((a, b) => (b.times < a.times ? b : a));
    ran = ran.filter((each) => each !== rarest);
  }
  const proofs = proofsOf();
  if (ran.length + files.length < 2 || sessionsIn(proofs) < 3) return null;
  const [checks, paths] = [ran, files].map((all) => all.map(({ name }) => name)) as [string[], string[]];
  const said = [
    checks.length > 0 ? `run ${listedInCode(checks)}` : '',
    paths.length > 0 ? `update ${listedInCode(paths)}` : '',
  ].filter(Boolean);
  return {
    type: 'workflow_recipe',
    text: `Before ${task}, agents here ${said.join(' and ')} (in ${sessionsIn(proofs)} of ${sessionsIn(recent)} sessions).`,
    files: paths,
    tags: ['workflow'],
    record: {
      kind: 'recipe',
      task,
      steps: [
        ...checks.map((command) => ({ text: `run ${command}`, command })),
        ...paths.map((file) => ({ text: `update ${file}`, file })),
      ],
      lastSuccessAt: proofs.at(-1)!.at,
      successes: sessionsIn(proofs),
    },
    evidence: evidenceFrom(proofs),
  };
}

function often(lists: readonly (readonly string[])[]): { name: string; times: number; at: number }[] {
  const places = Map.groupBy(
    lists.flatMap((names) => names.map((name, at) => ({ name, at }))),
    ({ name }) => name,
  );
  return [...places]
    .filter(([, all]) => all.length >= lists.length * 0.6)
    .map(([name, all]) => ({
      name,
      times: all.length,
      at: all.reduce((sum, { at }) => sum + at, 0) / all.length,
    }))
    .sort((a, b) => a.at - b.at || (a.name < b.name ? -1 : 1));
}
