import type { Project } from '@sqrl/base/model/project.ts';
import { embedderFor } from '@sqrl/embedder/provider.ts';
import { ingest } from '@sqrl/squirrel/ingest/work/ingest.ts';
import { projectsSeen } from '@sqrl/squirrel/store/projects.ts';
import { readSettings } from '@sqrl/squirrel/workspace/config.ts';
import { embedPassages } from '@sqrl/squirrel/workspace/embed-passages.ts';
import { type Engine, openEngine } from '@sqrl/squirrel/workspace/workspace.ts';
import { addCommits, type Replayed, replayed } from './sessions.ts';

/** A session about to begin, and the engine as it was then: what ended later is not known to it. */
export interface Occasion {
  session: Replayed;
  engine: Engine;
}

/** Every session of every project in a folder of logs, as it began. */
export async function* occasions(
  logs: string,
  home: string,
  commits: string | undefined,
): AsyncGenerator<Occasion> {
  let now = Date.now();
  const open = (project?: Project): Engine =>
    openEngine({
      home,
      ...(project && { project }),
      settings: readSettings('[notes]\ndaily_log = false', 'bench'),
      embedder: embedderFor({ provider: 'bundled' }),
      now: () => now,
      timeZone: 'UTC',
    });
  const projects: Project[] = [];
  {
    await using engine = open();
    const { projects: ids } = await ingest(engine, { paths: [logs], mine: true });
    const seen = new Map(projectsSeen(engine.user.store).map((project) => [project.id, project]));
    for (const id of ids) projects.push(seen.get(id) ?? { id, name: id, root: `/${id}`, remote: null });
  }
  const counted = [];
  for (const project of projects) {
    await using engine = open(project);
    counted.push({ project, sessions: replayed(engine.own.store).length });
  }
  counted.sort((a, b) => b.sessions - a.sessions);
  for (const [place, { project }] of counted.entries()) {
    now = Date.now();
    await using engine = open(project);
    // Whose commits they are is not told: those of the project that is worked on most.
    if (commits !== undefined && place === 0) addCommits(engine.own.store, commits);
    await embedPassages(engine);
    for (const session of replayed(engine.own.store)) {
      now = session.at - 1;
      yield { session, engine };
    }
    now = Date.now();
  }
}
