import { existsSync, mkdirSync, renameSync } from 'node:fs';
import { dirname, join } from 'node:path';
import type { Notice } from '@sqrl/base/messages.ts';
import { forgetReadingsOf } from '../store/events/readings.ts';
import { fullMemoryAt, looksAt } from '../store/memory/belongings.ts';
import { ANY, memoriesWhere } from '../store/memory/filters.ts';
import { openStore } from '../store/open.ts';
import { forgetProject, projectsSameAs } from '../store/projects.ts';
import type { Engine } from '../workspace/workspace.ts';
import type { ExportedMemory } from './exchange.ts';
import { jsonFormat } from './json.ts';
import { importFrom } from './verbs.ts';

/**
 * Moves the memories of projects that turned out to be clones of this one into it. Their logs are read again the next time,
 * into this project; their files stay in its folder, since a log may have been deleted meanwhile.
 */
export async function joinProjects(engine: Engine): Promise<Notice[]> {
  const { project, user, own } = engine;
  if (!project || own.store.readOnly || user.store.readOnly) return [];
  const notices: Notice[] = [];
  for (const id of projectsSameAs(user.store, project.id)) {
    const memories = existsSync(engine.home.project({ id })) ? await moveMemories(engine, id) : 0;
    if (memories === undefined) continue;
    forgetProject(user.store, id);
    if (memories > 0)
      notices.push({
        message: `The memories of ${id} were moved here (${memories}): its folder is a clone of the same repository.`,
        hint: '`sqrl status` names the folders of this project.',
      });
  }
  return notices;
}

/** Brings in what a project's file holds and puts it aside; undefined where another process keeps it from being moved. */
async function moveMemories(engine: Engine, id: string): Promise<number | undefined> {
  const from = engine.home.project({ id });
  const memories = readMemories(engine, from);
  if (memories.length > 0) {
    const { text } = jsonFormat.write(memories, engine.now());
    await importFrom(engine, { text, format: 'json', dryRun: false, mine: true });
  }
  const aside = join(dirname(engine.own.store.path), 'joined');
  mkdirSync(aside, { recursive: true, mode: 0o700 });
  try {
    renameSync(dirname(from), join(aside, id));
  } catch (error) {
    // A file that is open cannot be moved on Windows. Nothing comes in twice the next time.
    if (!['EPERM', 'EBUSY', 'EACCES'].includes((error as NodeJS.ErrnoException).code ?? '')) throw error;
    return undefined;
  }
  return memories.length;
}

function readMemories(engine: Engine, path: string): ExportedMemory[] {
  using store = openStore(path, { now: engine.now });
  forgetReadingsOf(store, engine.user.store);
  return memoriesWhere(store, ANY, { now: engine.now(), limit: -1, order: 'oldest' }).flatMap(({ row }) => {
    const memory = fullMemoryAt(store, row);
    return memory ? [{ ...memory, looks: looksAt(store, row) }] : [];
  });
}
