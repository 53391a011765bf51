import type { Signal } from '../signal.ts';
import { fileList, mostChanged, seeTask, type Tasks } from './tasks.ts';

/** What was worked on and where: who is given a like task finds the files of this one. */
export const workUnit: Signal<{ tasks: Tasks }> = {
  name: 'work_unit',
  worth: { diagnostic: 0.5, acrossSessions: 0.5, falseAlarms: 0.1 },
  minSessions: 1,
  begin: () => ({ tasks: new Map() }),
  see: ({ tasks }, step) => seeTask(tasks, step),
  finish: ({ tasks }) =>
    [...tasks.values()]
      .filter(({ title, files }) => title !== '' && files.size > 0)
      .map(({ episode, title, at, prompt, files, branch, tainted }) => ({
        matter: episode,
        at,
        episode,
        events: [prompt],
        quote: title,
        proof: 'work_done',
        tainted,
        strength: 0.6,
        branch,
        facts: { title, files: mostChanged(files) },
      })),
  propose(seen) {
    const { at, facts } = seen.at(-1)!;
    const { title, files } = facts as { title: string; files: string[] };
    return {
      type: 'work_unit_outcome',
      // Worth finding, not worth being told unasked.
      confidence: 0.5,
      text: `“${title}” (${new Date(at).toISOString().slice(0, 10)}) changed ${fileList(files, 4)}.`,
      files: files.slice(0, 12),
    };
  },
};
