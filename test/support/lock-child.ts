// Waits for a file, then makes a memory hold everywhere: node lock-child.ts HOME PROJECT ID FILE
import { existsSync } from 'node:fs';
import { setTimeout } from 'node:timers/promises';
import { change } from '@sqrl/squirrel/learn/verbs/change.ts';
import { readSettings } from '@sqrl/squirrel/workspace/config.ts';
import { locateProject } from '@sqrl/squirrel/workspace/locate.ts';
import { openEngine } from '@sqrl/squirrel/workspace/workspace.ts';
import { letterEmbedder } from './letters.ts';

const [home, project, id, file] = process.argv.slice(2);
await using engine = openEngine({
  home: home!,
  project: locateProject(project!),
  settings: readSettings('', 'config.toml'),
  embedder: letterEmbedder(),
  now: Date.now,
  timeZone: 'UTC',
});
process.send?.('ready');
while (!existsSync(file!)) await setTimeout(5);
await change(engine, id!, { scope: 'global' });
process.disconnect?.();
