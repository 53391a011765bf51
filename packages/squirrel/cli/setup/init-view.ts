import { GUARD_MODES } from '@sqrl/base/model/guards.ts';
import { oneLine, visible } from '@sqrl/base/plain.ts';
import { countNoun } from '@sqrl/base/terminal/size.ts';
import { relativeTime } from '@sqrl/base/terminal/time.ts';
import { cutToWidth, wrap } from '@sqrl/base/terminal/width.ts';
import type { SetupFiles } from '../../clients/setup/client.ts';
import { CLIENT_SETUPS } from '../../clients/setup/clients.ts';
import { type FileChange, isNeeded } from '../../clients/setup/plan.ts';
import type { SetupContext } from '../../clients/setup/surroundings.ts';
import { readLine } from '../commands/project/learned-line.ts';
import type { CommandRun } from '../task.ts';
import { type FirstLook, SPECSTORY_HISTORY } from './first-look.ts';
import { shortPath, showDiff, showFile, showItem } from './plan-view.ts';

/** Shows what would be written, file by file; `whole` with each line of it. */
export function showPlan(
  { out, err }: CommandRun,
  here: SetupContext,
  {
    setups,
    changes,
    dry,
    whole,
  }: { setups: readonly SetupFiles[]; changes: readonly FileChange[]; dry: boolean; whole: boolean },
): void {
  const names = new Map<string | null, string>(setups.map(({ client, title }) => [client, title]));
  const already = (client: string) => setups.find((setup) => setup.client === client)?.already?.(here);
  for (const client of [...names.keys(), null]) {
    const mine = changes.filter((change) => change.client === client);
    if (mine.length === 0) {
      if (client !== null)
        out.line(
          `${out.paint('bold', names.get(client)!)} ${already(client) ?? 'has no per-project settings.'}`,
        );
      continue;
    }
    const needed = mine.filter(isNeeded);
    const state =
      needed.length > 0 || mine.some(({ refused }) => refused) ? '' : out.paint('dim', 'already set up');
    if (client !== null || needed.length > 0)
      out.line(
        `${out.paint(['bold', 'underline'], names.get(client) ?? 'Squirrel itself')} ${state}`.trimEnd(),
      );
    for (const { target, before, after } of needed)
      (whole ? showDiff : showFile)(out, here, { path: target.path, what: target.what, before, after });
    for (const { target, refused } of mine) if (refused) showRefused(err, here, target.path, refused);
  }
  if (dry) err.quiet('Dry run: nothing was changed.');
}

/** Shows the result, what was learned, and the next steps. */
export function showEnd(
  task: CommandRun,
  here: SetupContext,
  {
    changes,
    history,
    daemon,
    next,
    hasHooks,
  }: {
    changes: readonly FileChange[];
    history: FirstLook | undefined;
    daemon: { pid: number; started: boolean } | undefined;
    next: readonly string[];
    hasHooks: boolean;
  },
): void {
  const { out, err } = task;
  const written = changes.filter(isNeeded).length;
  out.line(written === 0 ? 'Already set up: no changes.' : `Written: ${countNoun(written, 'file')}.`);
  out.line(
    daemon
      ? `The daemon ${daemon.started ? 'was started' : 'is running'} (process ${daemon.pid}); it sleeps when idle.`
      : 'No daemon was started.',
  );
  out.line(`\n${out.paint('bold', 'Next')}`);
  const [what, remember] = hasHooks
    ? ['hooks and tools', 'Type `/remember …` in it']
    : ['tools', 'Tell it to remember'];
  const steps = [
    `Restart your agent: the ${what} work from its next session on.`,
    `${remember}, or \`sqrl remember "…"\` here. \`sqrl status\` shows the state.`,
    ...(history && history.read.logs > 0
      ? ['`sqrl replay` estimates what memory would have saved in the sessions just read.']
      : []),
    ...(history && history.histories > 0
      ? [
          `If the ${countNoun(history.histories, 'SpecStory history', 'SpecStory histories')} in ${SPECSTORY_HISTORY} are sessions of yours, \`sqrl ingest ${SPECSTORY_HISTORY}\` reads them.`,
        ]
      : []),
    ...(hasHooks ? [GUARDS_NOTE] : []),
    `\`sqrl uninstall\` reverts everything; the copies are in ${shortPath(here.memory, here)}.`,
  ];
  for (const step of next) showItem(out, out.paint('yellow', '!'), step, '  ');
  for (const step of steps) showItem(out, '·', step, '  ');
  for (const { target, refused } of changes)
    if (refused && !refused.needless) showRefused(err, here, target.path, refused);
}

/** Says that there is nothing to set up, and what to do about it. */
export function showNoAgent({ err }: CommandRun, here: SetupContext): void {
  err.line('No agent was found on this machine.');
  err.line(
    `Searched for ${CLIENT_SETUPS.map(({ title }) => title).join(', ')} in PATH and their folders in ${here.person}.`,
  );
  err.quiet(
    'Install one and run it once, or name it: `sqrl init --client claude-code`. `sqrl demo` shows a sample.',
  );
}

/** Shows what reading the agents' logs came to. */
export function showHistory(task: CommandRun, look: FirstLook): void {
  const { out, err } = task;
  const { days, read, learned } = look;
  out.line(
    read.logs === 0
      ? 'No sessions of your agents were found.'
      : `Read ${days === null ? 'all sessions' : `the last ${days} days`}: ${countNoun(read.logs, 'log')}, ${readLine(read)}.`,
  );
  for (const { path, because } of read.troubles.slice(0, 3))
    err.warn(oneLine(because.includes(path) ? because : `${path}: ${because}`));
  if (learned.length > 0) showLearned(task, look);
  const { held, latest } = look.rules;
  if (held > 0) {
    out.line();
    const many = `${countNoun(held, 'rule')} of yours will be checked before an agent acts`;
    for (const line of wrap(`${many}; \`sqrl show ID\` says what a rule stops:`, out.width)) out.line(line);
    for (const { text, stops } of latest) showItem(out, '·', `${oneLine(text)} → ${oneLine(stops)}`, '  ');
  } else if (read.logs > 0 && learned.length === 0)
    out.line('Nothing worth telling an agent was learned from them yet.');
  out.line();
}

/** What convinces: the brief of the next session, and the best of what was learned with what shows it. */
function showLearned({ out, world }: CommandRun, { project, brief, learned }: FirstLook): void {
  const where = oneLine(project ?? 'this project');
  const dim = (text: string) => out.paint('dim', text);
  if (brief !== '') {
    out.line(`\n${out.paint('bold', `The next session in ${where} starts with`)}`);
    // Citations are for the agent.
    const lines = brief.split('\n').map((line) => line.replace(/(?: \[Memory #[^\]]*\])+$/, ''));
    for (const line of lines.flatMap((each) => wrap(visible(each), out.width - 4)))
      out.line(`  ${dim('│')} ${line}`);
  }
  out.line(`\n${out.paint('bold', `Most useful in ${where}, with what shows it`)}`);
  for (const { is, text, quote, seen, at } of learned) {
    showItem(out, out.paint('green', '+'), oneLine(text), '  ');
    const facts = [
      is,
      `seen ${seen === 1 ? 'once' : `${seen} times`}, last ${relativeTime(at, world.now())}`,
    ];
    out.line(`    ${dim(facts.join(' · '))}`);
    if (quote !== null) out.line(`    ${dim(`“${cutToWidth(oneLine(quote), out.width - 8)}”`)}`);
  }
}

const showRefused = (
  err: CommandRun['err'],
  here: SetupContext,
  path: string,
  { line, because, needless }: NonNullable<FileChange['refused']>,
): void =>
  err.line(
    err.paint(
      needless ? 'dim' : 'yellow',
      `  ${shortPath(path, here)}:${line} was not changed: ${oneLine(because)}.`,
    ),
  );

/** What a person is told at setup about guards, with the setting that changes it. */
const GUARDS_NOTE =
  'A call that breaks a rule of yours, or failed every time before, is stopped once; made again, it runs. ' +
  `In a new project, failures are only told: \`sqrl config set delivery.guards ${GUARD_MODES.join('|')}\`.`;
