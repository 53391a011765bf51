import { setImmediate } from 'node:timers/promises';
import { Problem } from '../base/problem.ts';
import { choose } from './choice.ts';
import type { Command, NamedCommand } from './command.ts';
import * as ask from './commands/ask.ts';
import * as backup from './commands/backup.ts';
import * as bench from './commands/bench.ts';
import * as change from './commands/change.ts';
import * as completion from './commands/completion.ts';
import * as config from './commands/config.ts';
import * as confirm from './commands/confirm.ts';
import * as context from './commands/context.ts';
import * as correct from './commands/correct.ts';
import * as deliver from './commands/deliver.ts';
import * as demo from './commands/demo.ts';
import * as doctor from './commands/doctor.ts';
import * as episodes from './commands/episodes.ts';
import * as events from './commands/events.ts';
import * as exporting from './commands/export.ts';
import * as flush from './commands/flush.ts';
import * as forget from './commands/forget.ts';
import * as get from './commands/get.ts';
import * as graph from './commands/graph.ts';
import * as help from './commands/help.ts';
import * as history from './commands/history.ts';
import * as hook from './commands/hook.ts';
import * as importing from './commands/import.ts';
import * as index from './commands/index.ts';
import * as ingest from './commands/ingest.ts';
import * as init from './commands/init.ts';
import * as learn from './commands/learn.ts';
import * as list from './commands/list.ts';
import * as mcp from './commands/mcp.ts';
import * as pin from './commands/pin.ts';
import * as policy from './commands/policy.ts';
import * as recall from './commands/recall.ts';
import * as reembed from './commands/reembed.ts';
import * as reject from './commands/reject.ts';
import * as remember from './commands/remember.ts';
import * as restore from './commands/restore.ts';
import * as review from './commands/review.ts';
import * as search from './commands/search.ts';
import * as sessions from './commands/sessions.ts';
import * as sources from './commands/sources.ts';
import * as spending from './commands/spending.ts';
import * as start from './commands/start.ts';
import * as stats from './commands/stats.ts';
import * as status from './commands/status.ts';
import * as stop from './commands/stop.ts';
import * as teach from './commands/teach.ts';
import * as trust from './commands/trust.ts';
import * as ui from './commands/ui.ts';
import * as undo from './commands/undo.ts';
import * as uninstall from './commands/uninstall.ts';
import * as version from './commands/version.ts';
import * as views from './commands/views.ts';
import * as where from './commands/where.ts';
import * as why from './commands/why.ts';
import { complain } from './complaint.ts';
import { EXIT, type Exit } from './exit.ts';
import type { Task } from './task.ts';
import { sheetOf, wantsColour } from './terminal.ts';
import type { World } from './world.ts';

/** Everything the command line can do, in the order of the overview. Adding to it is a new file and a new name here. */
export const commands: readonly NamedCommand[] = [
  ...grouped('Setting up', { init, doctor, config, uninstall }),
  ...grouped('The daemon', { status, ui, start, stop }),
  ...grouped('Every day', { remember, ask, recall, context, where, views, search, list, get, teach }),
  ...grouped('Sessions', {
    ingest,
    sources,
    sessions,
    events,
    episodes,
    history,
    flush,
    learn,
    why,
    deliver,
  }),
  ...grouped('Code', { graph }),
  ...grouped('Agents', { mcp, hook }),
  ...grouped('Care', { review, confirm, correct, reject, change, pin, undo, forget, policy, trust }),
  ...grouped('In and out', { index, import: importing, export: exporting, backup, restore }),
  ...grouped('About', { stats, spending, reembed, bench, demo, completion, version, help }),
];

/** Does what was typed and says how it ended; `argv` begins behind the program's name. */
export async function main(argv: string[], world: World): Promise<Exit> {
  const gone = new AbortController();
  let unwritten: NodeJS.ErrnoException | undefined;
  world.stdout.on?.('error', (error) => {
    // `sqrl list | head -1`: the reader has what it wanted, which is no trouble of anybody's.
    if (error.code !== 'EPIPE') unwritten ??= error;
    gone.abort();
  });
  world.stderr.on?.('error', () => {});

  const task = taskOf(argv, world, gone.signal);
  try {
    const exit = await run(task);
    // A full disk behind standard output is told a moment after the write.
    await setImmediate();
    if (unwritten) return complain(task, lost(unwritten));
    return exit;
  } catch (error) {
    if (gone.signal.aborted && !unwritten) return EXIT.done;
    return complain(task, unwritten ? lost(unwritten) : error);
  }
}

const lost = (error: Error) =>
  new Problem(`The answer could not be written: ${error.message}.`, '', 'invalid', error);

async function run(task: Task): Promise<Exit> {
  const { command, argv } = choose(task.argv, commands);
  return await command.run({ ...task, argv });
}

function taskOf(argv: string[], world: World, gone: AbortSignal): Task {
  const end = argv.indexOf('--');
  // Looked for before anything is understood: even "no such command" is told the way it was wished for.
  const flags = new Set(end < 0 ? argv : argv.slice(0, end));
  const sheet = (output: World['stdout']) =>
    sheetOf(output, {
      colour: wantsColour(output, world.env, flags.has('--no-color')),
      isGone: () => output === world.stdout && gone.aborted,
    });
  return {
    argv,
    world,
    commands,
    out: sheet(world.stdout),
    err: sheet(world.stderr),
    json: flags.has('--json'),
    noDaemon: flags.has('--no-daemon'),
    signal: AbortSignal.any([world.signal, gone]),
  };
}

function grouped(group: string, members: Record<string, Command>): NamedCommand[] {
  return Object.entries(members).map(([name, command]) => ({ name, group, ...command }));
}
