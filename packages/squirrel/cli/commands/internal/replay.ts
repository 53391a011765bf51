import { oneLine } from '@sqrl/base/plain.ts';
import { whole } from '@sqrl/base/terminal/arguments.ts';
import { EXIT } from '@sqrl/base/terminal/exit.ts';
import { countNoun } from '@sqrl/base/terminal/size.ts';
import { localTime } from '@sqrl/base/terminal/time.ts';
import { cutToWidth, wrap } from '@sqrl/base/terminal/width.ts';
import { grouped } from '@sqrl/base/text/digits.ts';
import type { Output } from '../../../protocol/verbs.ts';
import { command } from '../../command.ts';
import { answer, type CommandRun, openMemory } from '../../task.ts';

export const replay = command('replay', {
  help: `
Usage: sqrl replay [--limit N] [--claims N]

  --limit N        Only the latest N sessions (1000)
  --claims N       Gains listed of each kind; where there is none, what would have been told (3)

Goes through the sessions that were read, in the order of time. At each one it asks what the memory of that day would have
said, and compares it with what happened: failures that a stop would have come before, files that the first prompt's list
had before the agent searched for them, and instructions that you had to repeat. Next to each gain it says how often
memory would have spoken. Minutes and tokens are intervals, with their rule.
It works on the day of installation, after \`sqrl ingest\`, and changes nothing in memory. Exits with status 3 if there
are no sessions.

Examples:
  $ sqrl replay
  $ sqrl replay --json | jq '.claims[] | select(.kind == "file")'
`,
  options: { limit: whole(1, 1000), claims: whole(0, 1000) },
  run: async (task, values) => {
    const { limit, claims = SHOWN_CLAIMS } = values;
    // It reads much and writes nothing: the daemon has better things to do.
    await using client = await openMemory({ ...task, noDaemon: true }, values);
    const found = await client.call('replay', { limit });
    answer(task, found, () => showReplay(task, found, claims));
    return found.sessions === 0 ? EXIT.nothing : EXIT.done;
  },
});

type Replay = Output<'replay'>;

const SHOWN_CLAIMS = 3;

const KINDS: Record<Replay['kinds'][number]['kind'], { name: string; spoken: string }> = {
  failure: { name: 'failures stopped before they happened', spoken: 'calls stopped' },
  file: { name: 'files listed before the agent searched for them', spoken: 'files listed, opened' },
  instruction: { name: 'instructions that you had to repeat', spoken: 'times told at a start, repeated' },
};

function showReplay(task: CommandRun, found: Replay, claims: number): void {
  const { out } = task;
  if (found.sessions === 0) {
    out.line('No sessions to replay. Read the logs of your agents first: `sqrl ingest`.');
    return;
  }
  const day = (at: number | null) => localTime(at ?? 0).slice(0, 10);
  out.line(
    `${out.bold('Estimated')} from ${countNoun(found.sessions, 'session')}, ${day(found.from)} to ${day(found.to)}: what memory would have saved`,
  );
  for (const { kind, claims: many, spoken, right, tokens, minutes, rule } of found.kinds) {
    const { name, spoken: what } = KINDS[kind];
    out.line(`\n${out.bold(`${grouped(many)} ${name}`)}`);
    if (spoken > 0)
      out.line(`  ${grouped(right)} of ${grouped(spoken)} ${what} (${Math.round((100 * right) / spoken)} %)`);
    if (many === 0) {
      showTold(task, found, { kind, spoken, right }, claims);
      continue;
    }
    out.line(`  ${span(tokens)} tokens, ${span(minutes)} minutes`);
    for (const line of wrap(rule, out.width - 2)) out.line(`  ${out.dim(line)}`);
    for (const claim of found.claims.filter((each) => each.kind === kind).slice(-claims)) {
      const where = `${localTime(claim.at)} · ${claim.session}${claim.from ? ` · from ${claim.from}` : ''}`;
      out.line(`  · ${cutToWidth(oneLine(claim.told), out.width - 4)}`);
      out.line(`    ${cutToWidth(oneLine(claim.truth), out.width - 4)}`);
      out.line(`    ${out.dim(cutToWidth(oneLine(where), out.width - 4))}`);
    }
  }
  out.quiet('\n`sqrl replay --json` lists every gain with its session and event; nothing was written.');
}

/** Why memory would have saved nothing of a kind, and what it would have told, and where. */
function showTold(
  { out }: CommandRun,
  { told }: Replay,
  { kind, spoken, right }: Pick<Replay['kinds'][number], 'kind' | 'spoken' | 'right'>,
  most: number,
): void {
  const { never, vain, opened = vain } = NONE[kind];
  const why = spoken === 0 ? never : right === 0 ? vain : opened;
  for (const line of wrap(why, out.width - 2)) out.line(`  ${line}`);
  for (const { text, from, sessions, at, session } of told
    .filter((each) => each.kind === kind)
    .slice(0, most)) {
    const first = `in ${countNoun(sessions, 'session')}, first ${localTime(at)} · ${session}`;
    out.line(`  · ${cutToWidth(oneLine(text), out.width - 4)}`);
    out.line(`    ${out.dim(cutToWidth(from ? `from ${from} · ${first}` : first, out.width - 4))}`);
  }
}

/** Why there is no gain: memory never spoke, or what it said was not needed. */
const NONE: Record<keyof typeof KINDS, { never: string; vain: string; opened?: string }> = {
  failure: {
    never: 'No call had failed every time before, in sessions that were over by then.',
    vain: 'The calls that it would have stopped did not fail again. It would have said:',
  },
  file: {
    never: 'No earlier session had done something like the first prompt of a later one.',
    vain: 'The agent opened none of them. The first prompts would have come with:',
    opened:
      'The agent did not have to search for those that it opened. The first prompts would have come with:',
  },
  instruction: {
    never: 'No sentence of yours that holds beyond its session was said before the last one.',
    vain: 'You repeated none of them. Later sessions would have begun with:',
  },
};

const span = ({ low, high }: { low: number; high: number }): string =>
  low === high ? grouped(low) : `${grouped(low)} to ${grouped(high)}`;
