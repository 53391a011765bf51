// Moves a memory between the project's file and the user's, over and over: node lock-child.ts HOME PROJECT ID ROUNDS

import { change } from '../../src/engine/change.ts';
import { readSettings } from '../../src/engine/config.ts';
import { openEngine } from '../../src/engine/engine.ts';
import { locateProject } from '../../src/engine/locate.ts';
import { letterEmbedder } from './letters.ts';

const [home, project, id, rounds] = process.argv.slice(2);
await using engine = openEngine({
  home: home!,
  project: locateProject(project!),
  settings: readSettings('', 'config.toml'),
  embedder: letterEmbedder(),
  now: Date.now,
  timeZone: 'UTC',
});
process.send?.('ready');
for (let i = 0; i < Number(rounds); i++)
  await change(engine, id!, { scope: i % 2 === 0 ? 'global' : 'project' });
process.disconnect?.();
