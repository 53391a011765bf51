import { EPISODE_STATUSES } from '@sqrl/base/model/episode.ts';
import { CLIENTS, EVENT_KINDS } from '@sqrl/base/model/event.ts';
import { STEPS } from '@sqrl/base/model/sighting.ts';
import {
  flag,
  NO_WORDS,
  oneOf,
  since,
  someOf,
  takes,
  text,
  type Values,
  whole,
} from '@sqrl/base/terminal/arguments.ts';
import { countNoun } from '@sqrl/base/terminal/size.ts';
import { lineTyped } from '@sqrl/base/text/line-typed.ts';
import type { Verb } from '../../../protocol/verbs.ts';
import { showPassage } from '../../answers-view.ts';
import { asks, command, type Form, formsOf, type Question } from '../../command.ts';
import { type CommandRun, filePath } from '../../task.ts';
import { showItems, showMore } from '../../view.ts';
import {
  showDraft,
  showDrafts,
  showEpisodes,
  showEvents,
  showFailure,
  showFailures,
  showLife,
  showLineOrigin,
  showSessions,
  showSteps,
  showTasks,
  showTools,
  showWhere,
} from './history-view.ts';

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

type Options = typeof options;
type Given = Values<Options>;

/**
 * A question about the past. `none` is said where there is history, but none that answers; left out where finding nothing
 * says that there is none.
 */
function question<V extends Verb>(
  verb: V,
  { none, ...asked }: Omit<Question<V, Options>, 'none'> & { none?: string },
): Form<Options> {
  const { options: known = ['limit', 'since'] } = asked;
  const narrowing = known.filter((name) => !PAGE.has(name));
  return {
    words: asked.words ?? NO_WORDS,
    options: known,
    run: (task, values, words) =>
      asks<V, Options>(verb, {
        ...asked,
        none: async (_task, _output, client) => {
          if (narrowing.some((name) => values[name] !== undefined)) return 'Nothing in the history matches.';
          // Where nothing is found, the person has to know whether there is anything to find.
          const isEmpty = none === undefined || !(await client.call('tasks', { limit: 1 })).tasks.length;
          return isEmpty ? NO_HISTORY : none;
        },
      }).run(task, values, words),
  };
}

const PAGE: ReadonlySet<string> = new Set(['limit', 'offset', 'session']);
const NO_HISTORY = "No history of this project yet. Run `sqrl ingest` to read the agents' logs.";

const recent = ({ limit, since }: Given) => ({ limit, since });
const page = ({ limit, offset }: Given) => ({ limit, offset });

export const history = formsOf('history', {
  help,
  options,
  forms: {
    '': question('tasks', {
      input: recent,
      found: ({ tasks }) => tasks.length > 0,
      show: showTasks,
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
      show: ({ out, ago }, { steps, use }) => {
        const last = use && ago(use.lastAt);
        const counts =
          use &&
          `Changed ${countNoun(use.changed, 'time')}, read ${countNoun(use.looked, 'time')}; last ${last}.`;
        if (counts) out.line(out.bold(counts));
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
      show: showTools,
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
      show: showTasks,
    }),
    said: question('passage', {
      words: takes('the id of a message'),
      options: [],
      input: (_, [id]) => ({ id: id! }),
      show: ({ out }, talk) => showPassage(out, talk),
    }),
    memory: question('memoryHistory', {
      words: takes('the id of a memory'),
      options: ['limit'],
      input: ({ limit }, [id]) => ({ id: id!, limit }),
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
        showSessions(task, sessions);
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
        showEpisodes(task, episodes);
        showMore(task, episodes.length, total, 'episode');
      },
    }),
    close: asks('flush', {
      options: [],
      input: () => ({}),
      show: (task, { ended }) => {
        const closed =
          ended.length === 0 ? 'No task is running here' : `Closed ${countNoun(ended.length, 'task')}`;
        task.out.line(`${closed}; the next prompt starts a new one.`);
        showEpisodes(task, ended);
      },
    }),
  },
});

const allFailures = question('failures', {
  options: ['limit', 'since', 'times'],
  input: (values) => ({ sessions: values.times, ...recent(values) }),
  found: ({ failures }) => failures.length > 0,
  none: 'No failure came back.',
  show: showFailures,
});

const oneFailure = question('failure', {
  input: (values, [fingerprint]) => ({ fingerprint: fingerprint!, ...recent(values) }),
  show: showFailure,
});

const allDrafts = question('drafts', {
  options: ['step', 'limit'],
  input: ({ step, limit }) => ({ step, limit }),
  found: ({ total }) => total > 0,
  none: 'No matching drafts.',
  show: (task, { drafts, total }) => {
    showDrafts(task, { drafts });
    showMore(task, drafts.length, total, 'draft');
  },
});

const oneDraft = question('why', {
  input: (_, [id]) => ({ id: id! }),
  show: showDraft,
});

const oneLineOfCode = question('lineOrigin', {
  input: (values, [typed], task) => {
    const { path, line } = lineTyped(typed!)!;
    return { path: filePath(task, values, path), line };
  },
  show: showLineOrigin,
});

function explain(task: CommandRun, values: Given, [what, ...more]: string[]) {
  if (what === undefined) return allDrafts.run(task, values, more);
  return (lineTyped(what) ? oneLineOfCode : oneDraft).run(task, values, [what]);
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
