import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { HOOK_CLIENTS } from '@sqrl/base/model/hook-events.ts';
import { z } from 'zod';
import type { Engine } from '../workspace/workspace.ts';
import { settingsText } from '../workspace/write-toml.ts';
import { connectable } from './connect.ts';

/** Of what `sqrl init` noted, what it takes to see whether it still stands. */
const noted = z.object({
  at: z.number(),
  files: z.array(
    z.object({
      path: z.string(),
      client: z.enum(HOOK_CLIENTS).nullable(),
      what: z.string(),
      after: z.string(),
    }),
  ),
});

type SetupFile = z.output<typeof noted>['files'][number];

/** What was added to which client's files when this machine was set up, and whether it still stands there. */
export function setup(engine: Engine) {
  const { home } = engine;
  const notes = readNotes(join(home.root, 'installed.json'));
  const files = (notes?.files ?? []).flatMap(({ client, ...file }) =>
    client === null ? [] : [{ client, path: file.path, what: file.what, stands: stands(file) }],
  );
  return {
    at: notes?.at ?? null,
    available: connectable(engine),
    clients: [...Map.groupBy(files, ({ client }) => client)].map(([client, some]) => ({
      client,
      files: some.map(({ client: _, ...file }) => file),
    })),
  };
}

/** Notes that cannot be read are as good as none: the doctor says what is wrong with them. */
function readNotes(path: string): z.output<typeof noted> | undefined {
  const text = settingsText(path);
  if (text === undefined) return undefined;
  try {
    return noted.parse(JSON.parse(text));
  } catch {
    return undefined;
  }
}

/** A person or the client may have changed the rest of the file: each of our entries has our name in it. */
function stands({ path, after }: Omit<SetupFile, 'client'>): boolean {
  let text: string;
  try {
    text = readFileSync(path, 'utf8');
  } catch {
    return false;
  }
  return createHash('sha256').update(text).digest('hex') === after || /sqrl|squirrel-memory/.test(text);
}
