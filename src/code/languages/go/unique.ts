import { dirname } from 'node:path/posix';
import type { LinkTarget, LinkWorld } from '../../facts/linker.ts';
import { goDetailOf } from './evaluate.ts';
import { packageFolder } from './packages.ts';

/** The only method of a name in the package of a file and those it imports; common names do not count. */
export function onlyGoMethod(name: string, from: string, world: LinkWorld): LinkTarget | undefined {
  if (COMMON.has(name)) return undefined;
  const methods = world
    .named(name, ['go'])
    .filter(({ path, symbol }) => world.facts(path)?.symbols[symbol]?.kind === 'method');
  if (methods.length === 0) return undefined;
  const imported = (goDetailOf({ path: from }, world)?.imports ?? []).map(({ path }) =>
    packageFolder(path, from, world),
  );
  const near = new Set([dirname(from), ...imported]);
  const candidates = methods.filter(({ path }) => near.has(dirname(path)));
  return candidates.length === 1 ? candidates[0] : undefined;
}

/** Names of methods that the standard library is full of. */
const COMMON = new Set(
  `Add Bytes Close Context Copy Decode Delete Do Done Encode Error Errorf Exec Fatal Fatalf Find Flush Format Get Handle
   Header Info Init Len Less List Load Lock Log Logf Marshal Name New Next Open Parse Path Print Printf Println Query Read
   Remove Reset Run Scan Seek Send Serve Set Size Start Stat Stop Store String Sub Swap Sync Time Type Unlock Unmarshal
   Update Value Wait Write`.split(/\s+/),
);
