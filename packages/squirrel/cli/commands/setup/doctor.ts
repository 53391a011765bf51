import { oneLine, visible } from '@sqrl/base/plain.ts';
import { Problem } from '@sqrl/base/problem.ts';
import { flag } from '@sqrl/base/terminal/arguments.ts';
import { EXIT, type ExitCode } from '@sqrl/base/terminal/exit.ts';
import { countNoun, memoryCount } from '@sqrl/base/terminal/size.ts';
import { pad, wrap } from '@sqrl/base/terminal/width.ts';
import { grouped } from '@sqrl/base/text/digits.ts';
import type { Output } from '../../../protocol/verbs.ts';
import { formsOf } from '../../command.ts';
import {
  bad,
  type DoctorFinding,
  good,
  lookAtAnswers,
  lookAtClients,
  lookAtLauncher,
} from '../../doctor/clients.ts';
import {
  lookAtDaemon,
  lookAtGraph,
  lookAtHome,
  lookAtHookLog,
  lookAtHub,
  lookAtRepairs,
  lookAtSettings,
  lookAtStats,
} from '../../doctor/home.ts';
import { hereOf } from '../../setup/plan-view.ts';
import { answer, type CommandRun, openMemory } from '../../task.ts';

const help = `
Usage: sqrl doctor [--fix]
       sqrl doctor reembed

  --fix    Apply the safe fixes: file permissions, a stopped daemon, incomplete client setups

Checks the home folder, the settings, the daemon, each agent on this machine (set up? valid paths? trusted? last
event?), starts the MCP server and a hook as an agent does, and checks search, copies, this project's code graph, and sync with the hub.
Exits with status 1 if something does not work.

\`reembed\` embeds every memory that has no vector of the current model, then the passages of conversations of this project,
the latest first, as many as \`conversations.max_vectors\` allows. The daemon does the same in the background. Search
works in the meantime, by words where vectors are missing. Stop it with Ctrl-C; the next run continues.

Examples:
  $ sqrl doctor
  $ sqrl doctor --fix --json
`;
export const doctor = formsOf('doctor', {
  help,
  options: { fix: flag },
  forms: { '': { run: checkAll }, reembed: { options: [], run: reembed } },
});

interface Given {
  fix?: boolean | undefined;
  project?: string | undefined;
}

async function checkAll(task: CommandRun, { fix, project }: Given): Promise<ExitCode> {
  const first = await examine(task, project);
  const fixed = fix ? await applyFixes(first) : [];
  const findings = fixed.length > 0 ? await examine(task, project) : first;
  const told = findings.map(({ fix, ...finding }) => ({ ...finding, fixable: fix !== undefined }));
  answer(task, { findings: told, fixed }, () => show(task, findings, fixed));
  return findings.some(({ state }) => state === 'bad') ? EXIT.problem : EXIT.done;
}

/** Runs every check; a check that cannot run is a finding too. */
async function examine(task: CommandRun, project: string | undefined): Promise<DoctorFinding[]> {
  const { world } = task;
  const { version, cwd } = world;
  const here = hereOf(task);
  const now = world.now();
  const { status, stats, graph, hub, trouble } = await ask(task, project);
  return [
    good('version', `sqrl ${version} on Node ${process.versions.node}, from ${here.script}.`),
    ...lookAtHome(here.memory, here.platform === 'win32'),
    ...(await lookAtSettings(world.settings)),
    ...(trouble ? [trouble] : []),
    ...(status ? lookAtDaemon(status, world) : []),
    ...lookAtClients({ here, now, version, heard: status?.clients }),
    ...lookAtLauncher({ here, cwd, now, version }),
    ...lookAtAnswers(here, Boolean(status?.daemon)),
    ...lookAtHookLog(here.memory, now),
    ...lookAtRepairs(here.memory, now),
    ...(stats ? lookAtStats(stats, now) : []),
    ...(graph ? [lookAtGraph(graph)] : []),
    ...(hub ? lookAtHub(hub, now) : []),
  ];
}

interface Asked {
  status?: Output<'status'>;
  stats?: Output<'stats'>;
  graph?: Output<'graphStatus'>;
  hub?: Output<'hubStatus'>;
  trouble?: DoctorFinding;
}

async function ask(task: CommandRun, project: string | undefined): Promise<Asked> {
  try {
    await using client = await openMemory(task, { project });
    return {
      status: await client.call('status', {}),
      stats: await client.call('stats', {}),
      graph: await client.call('graphStatus', {}),
      hub: await client.call('hubStatus', {}),
    };
  } catch (error) {
    if (!(error instanceof Problem)) throw error;
    return { trouble: bad('memory', error.message, error.hint) };
  }
}

async function applyFixes(findings: readonly DoctorFinding[]): Promise<string[]> {
  const done: string[] = [];
  for (const { fix } of findings) if (fix) done.push(await fix());
  return done;
}

const MARKS = { good: ['green', '✓'], look: ['yellow', '!'], bad: ['red', '✗'] } as const;

function show({ out }: CommandRun, findings: readonly DoctorFinding[], fixed: readonly string[]): void {
  for (const line of fixed) out.line(`${out.paint('green', 'fixed')}  ${visible(line)}`);
  if (fixed.length > 0) out.line();
  const widest = Math.max(...findings.map(({ about }) => about.length));
  for (const { about, state, says, mend } of findings) {
    const [colour, mark] = MARKS[state];
    const [first = '', ...more] = wrap(visible(says), out.width - widest - 4);
    out.line(`${out.paint(colour, mark)} ${out.bold(pad(about, widest))}  ${first}`);
    const quiet = mend ? wrap(`→ ${visible(mend)}`, out.width - widest - 4) : [];
    for (const line of [...more, ...quiet.map((text) => out.dim(text))])
      out.line(`  ${pad('', widest)}  ${line}`);
  }
  const fixable = findings.some(({ fix }) => fix);
  out.line(
    `\n${conclusion(out, findings)}${fixable ? out.dim(' Run `sqrl doctor --fix` to fix some of it.') : ''}`,
  );
}

/** One sentence about all findings. It must not say that everything works while nothing is followed. */
function conclusion({ paint }: CommandRun['out'], findings: readonly DoctorFinding[]): string {
  const wrong = findings.filter(({ state }) => state === 'bad').length;
  if (wrong > 0) return paint('red', `${countNoun(wrong, 'problem')} found.`);
  if (findings.some(({ about, state }) => about === 'daemon' && state === 'look'))
    return paint('yellow', 'No errors, but check the daemon.');
  return paint('green', 'Everything works.');
}

async function reembed(task: CommandRun, place: { project?: string | undefined }): Promise<ExitCode> {
  await using client = await openMemory(task, place);
  const output = await client.call('reembed', {});
  const { passages } = output;
  answer(task, output, () => {
    const all = memoryCount(output.total);
    task.out.line(`Embedded ${output.embedded} of ${all} with ${oneLine(output.embedder)}.`);
    if (passages.total > 0)
      task.out.line(
        `Embedded ${grouped(passages.embedded)} of ${countNoun(passages.total, 'passage')} of conversations.`,
      );
  });
  const isComplete = output.embedded === output.total && passages.embedded === passages.total;
  return isComplete ? EXIT.done : EXIT.problem;
}
