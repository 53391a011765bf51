import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { careForMemories } from '@sqrl/squirrel/learn/verbs/live.ts';
import type { VerbClient } from '@sqrl/squirrel/protocol/client.ts';
import type { Engine } from '@sqrl/squirrel/workspace/workspace.ts';
import { filesOf, type MadeProject } from './projects.ts';
import type { Random } from './random.ts';

/** Lets memories live for real: what they came to is found out, people say something of a few, and the code goes on changing. */
export async function lived(
  engine: Engine,
  client: VerbClient,
  { project, random }: { project: MadeProject; random: Random },
): Promise<void> {
  await careForMemories(engine);
  const { memories } = await client.call('list', { limit: 400 });
  const [confirmed, rejected, pinned, corrected] = [12, 6, 5, 3].map((many) => random.some(memories, many));
  await client.call('confirm', { ids: confirmed!.map(({ id }) => id) });
  for (const { id } of pinned!) await client.call('pin', { id });
  for (const { id, text } of corrected!)
    await client.call('correct', {
      id,
      text: `${text.replace(/\.$/, '')}, always.`,
      because: 'it was too weak',
    });
  await client.call('reject', { ids: rejected!.map(({ id }) => id), because: 'no longer so' });
  const root = engine.project!.root;
  for (const { path } of random.some(filesOf(project), 6)) {
    const file = join(root, path);
    writeFileSync(file, readFileSync(file, 'utf8').replace(/found \+ \d+/, 'found * 2'));
  }
  // What is tied to a file goes stale with the file.
  const tied = engine.own.store
    .sql(`select path from anchor where symbol is null order by path limit 1`)
    .get();
  rmSync(join(root, tied!.path as string));
  await client.call('graphIndex', {});
}
