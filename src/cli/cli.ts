import { setImmediate } from 'node:timers/promises';
import { Problem } from '../base/problem.ts';
import { chooseCommand, namesOf } from './choice.ts';
import type { Command, NamedCommand } from './command.ts';
import * as ask from './commands/everyday/ask.ts';
import * as edit from './commands/everyday/edit.ts';
import * as forget from './commands/everyday/forget.ts';
import * as list from './commands/everyday/list.ts';
import * as remember from './commands/everyday/remember.ts';
import * as review from './commands/everyday/review.ts';
import * as show from './commands/everyday/show.ts';
import * as ui from './commands/everyday/ui.ts';
import * as undo from './commands/everyday/undo.ts';
import * as close from './commands/history/close.ts';
import * as episodes from './commands/history/episodes.ts';
import * as events from './commands/history/events.ts';
import * as history from './commands/history/history.ts';
import * as sessions from './commands/history/sessions.ts';
import * as where from './commands/history/where.ts';
import * as why from './commands/history/why.ts';
import * as completion from './commands/internal/completion.ts';
import * as deliver from './commands/internal/deliver.ts';
import * as demo from './commands/internal/demo.ts';
import * as help from './commands/internal/help.ts';
import * as hook from './commands/internal/hook.ts';
import * as mcp from './commands/internal/mcp.ts';
import * as pause from './commands/internal/pause.ts';
import * as proof from './commands/internal/proof.ts';
import * as replay from './commands/internal/replay.ts';
import * as resume from './commands/internal/resume.ts';
import * as start from './commands/internal/start.ts';
import * as stop from './commands/internal/stop.ts';
import * as version from './commands/internal/version.ts';
import * as context from './commands/project/context.ts';
import * as graph from './commands/project/graph.ts';
import * as ingest from './commands/project/ingest.ts';
import * as learn from './commands/project/learn.ts';
import * as notes from './commands/project/notes.ts';
import * as teach from './commands/project/teach.ts';
import * as backup from './commands/setup/backup.ts';
import * as config from './commands/setup/config.ts';
import * as doctor from './commands/setup/doctor.ts';
import * as exporting from './commands/setup/export.ts';
import * as importing from './commands/setup/import.ts';
import * as init from './commands/setup/init.ts';
import * as policy from './commands/setup/policy.ts';
import * as reembed from './commands/setup/reembed.ts';
import * as restore from './commands/setup/restore.ts';
import * as sources from './commands/setup/sources.ts';
import * as spending from './commands/setup/spending.ts';
import * as stats from './commands/setup/stats.ts';
import * as status from './commands/setup/status.ts';
import * as trust from './commands/setup/trust.ts';
import * as uninstall from './commands/setup/uninstall.ts';
import * as weights from './commands/setup/weights.ts';
import * as checkShared from './commands/sharing/check-shared.ts';
import * as devices from './commands/sharing/devices.ts';
import * as dispute from './commands/sharing/dispute.ts';
import * as hub from './commands/sharing/hub.ts';
import * as link from './commands/sharing/link.ts';
import * as login from './commands/sharing/login.ts';
import * as logout from './commands/sharing/logout.ts';
import * as mergeDriver from './commands/sharing/merge-driver.ts';
import * as share from './commands/sharing/share.ts';
import * as sync from './commands/sharing/sync.ts';
import * as team from './commands/sharing/team.ts';
import * as unshare from './commands/sharing/unshare.ts';
import { complain } from './complaint.ts';
import { EXIT, type ExitCode } from './exit.ts';
import type { CommandRun } from './task.ts';
import { sheetOf, wantsColour } from './terminal.ts';
import type { World } from './world.ts';

/** Every command, in the order of the overview. A new one is a new file and a new name here. */
export const commands: readonly NamedCommand[] = [
  ...grouped('Everyday', { ask, remember, list, show, edit, forget, review, undo, history, ui }),
  ...grouped('Project', { teach, ingest, context, graph }),
  ...grouped('Setup', { init, uninstall, status, doctor, config, backup }),
  ...grouped(
    'More',
    {
      proof,
      replay,
      share,
      unshare,
      sync,
      login,
      logout,
      link,
      team,
      dispute,
      devices,
      hub,
      pause,
      resume,
      start,
      stop,
      mcp,
      hook,
      deliver,
      demo,
      completion,
      version,
      help,
      'merge-driver': mergeDriver,
      'check-shared': checkShared,
    },
    true,
  ),
  ...under('history', { sessions, events, episodes, where, why, close }),
  ...under('ingest', { learn, notes }),
  ...under('status', { stats, sources, spending }),
  ...under('doctor', { reembed }),
  ...under('config', { policy, trust, weights }),
  ...under('backup', { restore, export: exporting, import: importing }),
];

/** Runs the command that was typed; returns its exit status. `argv` starts after the program's name. */
export async function main(argv: string[], world: World): Promise<ExitCode> {
  const gone = new AbortController();
  let unwritten: NodeJS.ErrnoException | undefined;
  world.stdout.on?.('error', (error) => {
    // `sqrl list | head -1`: the reader has what it wanted, which is not an error.
    if (error.code !== 'EPIPE') unwritten ??= error;
    gone.abort();
  });
  world.stderr.on?.('error', () => {});

  const task = taskOf(argv, world, gone.signal);
  try {
    const exit = await run(task);
    // A full disk is reported a moment after the write.
    await setImmediate();
    if (unwritten) return complain(task, lost(unwritten));
    return exit;
  } catch (error) {
    if (gone.signal.aborted && !unwritten) return EXIT.done;
    return complain(task, unwritten ? lost(unwritten) : error);
  }
}

const lost = (error: Error) =>
  new Problem(`Could not write the answer: ${error.message}.`, '', 'invalid', error);

async function run(task: CommandRun): Promise<ExitCode> {
  const { command, argv, alias } = chooseCommand(task.argv, commands);
  // Scripts and agents, whose standard error is not a terminal, keep exactly what they had.
  if (alias !== undefined && task.err.isTerminal && !task.json) showNewName(task, alias);
  return await command.run({ ...task, argv });
}

function showNewName({ err }: CommandRun, alias: string): void {
  const now = `sqrl ${namesOf(alias).join(' ')}`;
  err.line(err.paint('dim', `\`sqrl ${alias}\` is now \`${now}\`; the old name works until 1.0.`));
}

function taskOf(argv: string[], world: World, gone: AbortSignal): CommandRun {
  const end = argv.indexOf('--');
  // Read before parsing, so that even an unknown command is reported in the wanted form.
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

function grouped(group: string, members: Record<string, Command>, hidden = false): NamedCommand[] {
  return Object.entries(members).map(([name, command]) => ({ name, group, hidden, ...command }));
}

function under(parent: string, members: Record<string, Command>): NamedCommand[] {
  const subcommands = grouped('Subcommands', members, true);
  return subcommands.map((command) => ({ ...command, name: `${parent} ${command.name}` }));
}
