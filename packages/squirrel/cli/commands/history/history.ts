import { EPISODE_STATUSES } from '@sqrl/base/model/episode.ts';
import { CLIENTS, EVENT_KINDS } from '@sqrl/base/model/event.ts';
import { STEPS } from '@sqrl/base/model/sighting.ts';
import { visible } from '@sqrl/base/plain.ts';
import {
  flag,
  NO_WORDS,
  oneOf,
  since,
  someOf,
  takes,
  text,
  type Values,
  type Words,
  whole,
} from '@sqrl/base/terminal/arguments.ts';
import { EXIT, type ExitCode } from '@sqrl/base/terminal/exit.ts';
import { countNoun } from '@sqrl/base/terminal/size.ts';
import { relativeTime } from '@sqrl/base/terminal/time.ts';
import { wrap } from '@sqrl/base/terminal/width.ts';
import { lineTyped } from '@sqrl/base/text/line-typed.ts';
import type { Input, Output, Verb } from '../../../protocol/verbs.ts';
import { command, type Form, formsOf } from '../../command.ts';
import { showPassage } from '../../passage-view.ts';
import { answer, type CommandRun, filePath, openMemory, tell } from '../../task.ts';
import { showItems, showMore } from '../../view.ts';
import { showLineOrigin } from './line-view.ts';
import { showDraft, showDrafts, showFailure, showFailures, showLife } from './proof-view.ts';
import { showEpisodes, showEvents, showSessions } from './sessions-view.ts';
import { showSteps, showTasks, showTools } from './work-view.ts';

const help = `
Usage: sqrl history [QUESTION] [options]

  sqrl history                  Recent and unfinished tasks
  sqrl history where            Where you left off: last task, unfinished work, last failure
  sqrl history file PATH        Past work on a file
  sqrl history together PATH    Files changed together with it (--looked: read together)
  sqrl history last LETTERS     Last work on files whose paths contain these letters
  sqrl history tools            Success rate of each tool
  sqrl history errors [ID]      Recurring errors, or one of them with its fixes
  sqrl history similar TASK…    Similar past tasks and how they ended
  sqrl history memory ID        Changes to a memory, with reasons, and the tasks it helped in
  sqrl history why [ID]         Why something was or wasn't remembered: what was seen, and the check it did not pass
  sqrl history why FILE:LINE    Why a line is as it is: its commit, session, and what you typed for it (also: sqrl why)
  sqrl history sessions         Agent sessions, latest first
  sqrl history events SESSION   One session step by step; a prefix of its id is enough
  sqrl history said ID          A whole past talk, by the id of one of its messages
  sqrl history episodes         Tasks with their outcome, changed files, errors and tests, latest first
  sqrl history close            Close the current task; the next prompt starts a new one

  --limit N        At most N (10; errors, together, why, sessions and episodes 20; similar and where 5; events 200)
  --offset N       Skip the first N of sessions, events or episodes
  --since WHEN     Only since a duration (12h, 7d, 2w) or date (2026-01-31)
  --looked         With together: files read, not changed, together
  --times N        With together: at least N times together (1); with errors: in at least N sessions
  --step STEP      With why: only what was dropped at this step: ${STEPS.join(', ')}
  --client CLIENT  With sessions: only this client (repeatable): ${CLIENTS.join(', ')}
  --kind KIND      With events: only this kind of step (repeatable): prompt, reply, reasoning, call, result, compaction,
                   commit, check, notice
  --session ID     With episodes: only this session
  --status STATUS  With episodes: only this status (repeatable): active, completed, failed, paused

Exits with status 3 if nothing is found.

Examples:
  $ sqrl history file src/auth/login.ts
  $ sqrl history errors --times 3 --json
  $ sqrl history similar retry payments on timeouts
  $ sqrl history sessions --since 7d --json | jq -r '.sessions[].id'
`;
const options = {
  limit: whole(1, 1_000_000),
  offset: whole(0, 1_000_000_000),
  since,
  looked: flag,
  times: whole(1, 1_000_000),
  step: oneOf(STEPS),
  client: someOf(CLIENTS),
  kind: someOf(EVENT_KINDS),
  session: text,
  status: someOf(EPISODE_STATUSES),
};

type Given = Values<typeof options>;

/** A question that one verb answers. */
interface Question<V extends Verb> {
  words?: Words;
  options?: readonly (keyof Given)[];
  input(values: Given, words: string[], task: CommandRun): Input<V>;
  found(output: Output<V>): boolean;
  /** What is said where there is history, but none that answers; not given where finding nothing says that there is none. */
  none?: string;
  show(task: CommandRun, output: Output<V>): void;
}

function question<V extends Verb>(verb: V, asked: Question<V>): Form<typeof options> {
  const { words = NO_WORDS, options: known = ['limit', 'since'], input, found, none, show } = asked;
  return {
    words,
    options: known as (keyof typeof options)[],
    run: async (task, values, typed) => {
      const sent = input(values, typed, task);
      await using client = await openMemory(task, values);
      const output = await client.call(verb, sent);
      const isFound = found(output);
      const isNarrow = known.some((name) => !PAGE.has(name) && values[name] !== undefined);
      // Where nothing is found, the person has to know whether there is anything to find.
      const isEmpty =
        !isFound &&
        !isNarrow &&
        (none === undefined || !(await client.call('tasks', { limit: 1 })).tasks.length);
      answer(task, output, () => {
        if (isFound) show(task, output);
        else if (isEmpty)
          task.err.line("No history of this project yet. Run `sqrl ingest` to read the agents' logs.");
        else task.err.line(isNarrow ? 'Nothing in the history matches.' : none);
      });
      return isFound ? EXIT.done : EXIT.nothing;
    },
  };
}

const PAGE: ReadonlySet<string> = new Set(['limit', 'offset', 'session']);

const recent = ({ limit, since }: Given) => ({ limit, since });
const page = ({ limit, offset }: Given) => ({ limit, offset });

export const history = formsOf('history', {
  help,
  options,
  forms: {
    '': question('tasks', {
      input: recent,
      found: ({ tasks }) => tasks.length > 0,
      show: ({ out, world }, { tasks }) => showTasks(out, tasks, world.now()),
    }),
    where: question('where', {
      options: ['limit'],
      input: ({ limit }) => ({ limit }),
      found: ({ last, notes }) => last.length + notes.length > 0,
      show: showWhere,
    }),
    file: question('fileHistory', {
      words: takes('a file'),
      input: (values, [path], task) => ({ path: filePath(task, values, path!), ...recent(values) }),
      found: ({ steps }) => steps.length > 0,
      none: 'Nothing in the history is about that file.',
      show: ({ out, world }, { steps, use }) => {
        if (use)
          out.line(
            out.paint(
              'bold',
              `Changed ${countNoun(use.changed, 'time')}, read ${countNoun(use.looked, 'time')}; last ${relativeTime(use.lastAt, world.now())}.`,
            ),
          );
        showSteps(out, steps);
      },
    }),
    together: question('filesTogether', {
      words: takes('a file'),
      options: ['limit', 'times', 'looked'],
      input: ({ limit, times, looked, project }, [path], task) => ({
        ...{ path: filePath(task, { project }, path!), limit, times },
        way: looked ? ('looked' as const) : undefined,
      }),
      found: ({ together }) => together.length > 0,
      none: 'No file in the history goes together with that one.',
      show: ({ out }, { together }) =>
        showItems(
          out,
          together.map(({ path, times, close, pattern }) => ({
            mark: String(times).padStart(5),
            head: path,
            facts: [pattern && `within 5 minutes in ${countNoun(close!, 'task')}`],
          })),
          { inline: true },
        ),
    }),
    last: question('lastWorkOn', {
      words: takes('some letters of a path'),
      input: (values, [letters]) => ({ letters: letters!, ...recent(values) }),
      found: ({ steps }) => steps.length > 0,
      none: 'No path in the history has these letters.',
      show: ({ out }, { steps }) => showSteps(out, steps),
    }),
    tools: question('toolUse', {
      options: ['since'],
      input: ({ since }) => ({ since }),
      found: ({ tools }) => tools.length > 0,
      none: 'No tool was used.',
      show: ({ out }, { tools }) => showTools(out, tools),
    }),
    errors: {
      words: takes('one fingerprint', 0, 1),
      options: ['limit', 'since', 'times'],
      run: (task, values, words) => (words.length > 0 ? oneFailure : allFailures).run(task, values, words),
    },
    similar: question('similarTasks', {
      words: takes('a task', 1, Number.POSITIVE_INFINITY),
      input: (values, words) => ({ task: words.join(' '), ...recent(values) }),
      found: ({ tasks }) => tasks.length > 0,
      none: 'No past task is similar.',
      show: ({ out, world }, { tasks }) => showTasks(out, tasks, world.now()),
    }),
    said: question('passage', {
      words: takes('the id of a message'),
      options: [],
      input: (_, [id]) => ({ id: id! }),
      found: () => true,
      show: ({ out }, talk) => showPassage(out, talk),
    }),
    memory: question('memoryHistory', {
      words: takes('the id of a memory'),
      options: ['limit'],
      input: ({ limit }, [id]) => ({ id: id!, limit }),
      found: () => true,
      show: showLife,
    }),
    why: {
      words: takes('a line such as src/cart.ts:12, or the id of a draft or memory', 0, 1),
      options: ['step', 'limit'],
      run: explain,
    },
    sessions: question('sessions', {
      options: ['client', 'since', 'limit', 'offset'],
      input: (values) => ({ clients: values.client, since: values.since, ...page(values) }),
      found: ({ total }) => total > 0,
      show: (task, { sessions, total }) => {
        showSessions(task.out, sessions, task.world.now());
        showMore(task, sessions.length, total, 'session');
      },
    }),
    events: question('events', {
      words: takes('the id of one session'),
      options: ['kind', 'limit', 'offset'],
      input: (values, [session]) => ({ session: session!, kinds: values.kind, ...page(values) }),
      found: ({ events }) => events.length > 0,
      none: 'No matching steps in this session.',
      show: (task, { session, events, total }) => {
        showEvents(task.out, session, events);
        showMore(task, events.length, total, 'step');
      },
    }),
    episodes: question('episodes', {
      options: ['session', 'since', 'status', 'limit', 'offset'],
      input: (values) => ({
        ...{ session: values.session, since: values.since, statuses: values.status },
        ...page(values),
      }),
      found: ({ total }) => total > 0,
      show: (task, { episodes, total }) => {
        showEpisodes(task.out, episodes, task.world.now());
        showMore(task, episodes.length, total, 'episode');
      },
    }),
    close: {
      options: [],
      run: (task, values) =>
        tell(task, values, ['flush', {}], ({ ended }) => {
          const closed =
            ended.length === 0 ? 'No task is running here' : `Closed ${countNoun(ended.length, 'task')}`;
          task.out.line(`${closed}; the next prompt starts a new one.`);
          showEpisodes(task.out, ended, task.world.now());
        }),
    },
  },
});

const allFailures = question('failures', {
  options: ['limit', 'since', 'times'],
  input: (values) => ({ sessions: values.times, ...recent(values) }),
  found: ({ failures }) => failures.length > 0,
  none: 'No failure came back.',
  show: ({ out, world }, { failures }) => showFailures(out, failures, world.now()),
});

const oneFailure = question('failure', {
  input: (values, [fingerprint]) => ({ fingerprint: fingerprint!, ...recent(values) }),
  found: () => true,
  show: showFailure,
});

const allDrafts = question('drafts', {
  options: ['step', 'limit'],
  input: ({ step, limit }) => ({ step, limit }),
  found: ({ total }) => total > 0,
  none: 'No matching drafts.',
  show: (task, { drafts, total }) => {
    showDrafts(task.out, drafts, task.world.now());
    showMore(task, drafts.length, total, 'draft');
  },
});

const oneDraft = question('why', {
  input: (_, [id]) => ({ id: id! }),
  found: () => true,
  show: showDraft,
});

const oneLineOfCode = question('lineOrigin', {
  input: (values, [typed], task) => {
    const { path, line } = lineTyped(typed!)!;
    return { path: filePath(task, values, path), line };
  },
  found: () => true,
  show: showLineOrigin,
});

function explain(task: CommandRun, values: Given, words: string[]): Promise<ExitCode> {
  const [what] = words;
  if (what === undefined) return allDrafts.run(task, values, words);
  return (lineTyped(what) ? oneLineOfCode : oneDraft).run(task, values, words);
}

export const why = command('why', {
  help: `
Usage: sqrl why FILE:LINE
       sqrl why ID

Leads from a line to its commit, the session that wrote it, and the sentence that asked for it. What the logs do not tell
for certain is marked as likely. For a teammate's line it shows what they shared about the file. With the id of a draft or
memory it says why that was or wasn't remembered, as \`sqrl history why\` does.

Examples:
  $ sqrl why src/cart.ts:12
  $ sqrl why 7k3f9x2m
`,
  options: {},
  words: takes('a line such as src/cart.ts:12, or an id'),
  run: explain,
});

/** The same text that an agent gets. */
function showWhere({ out }: CommandRun, { text }: Output<'where'>): void {
  for (const line of text.split('\n'))
    if (line.startsWith('## ')) out.line(out.paint('bold', line.slice(3)));
    else for (const each of wrap(visible(line), out.width)) out.line(each);
}
