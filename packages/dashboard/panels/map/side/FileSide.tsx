import { useVerb } from '../../../calls/verb.ts';
import { counted } from '../../../words/say.ts';
import type { MapLocation } from '../at.ts';
import { type Atlas, baseOf, type Dependency, type MapFile } from '../picture.ts';
import { Choices, Numbers, SideMemories, SideSection } from './parts.tsx';

interface FileSideProps {
  file: MapFile;
  atlas: Atlas;
  at: MapLocation;
}

const MAX_LINKS = 8;
const SYMBOLS = 30;

/** One file: what is remembered of it, the symbols it exports and their methods with their impact, what it imports and what imports it. */
export function FileSide({ file, atlas, at }: FileSideProps) {
  const { path, module } = file;
  const contents = useVerb('graphContents', { path });
  const symbols = (contents.data?.symbols ?? []).filter(
    ({ kind, exported }) => kind !== 'file' && (exported || kind === 'method'),
  );
  const leans = (list: readonly Dependency[] = []) =>
    list.slice(0, MAX_LINKS).map(({ to, weight }) => ({
      key: to,
      name: baseOf(to),
      title: to,
      side: counted(weight, 'use', 'uses'),
      onChoose: () => at.go({ module: atlas.file.get(to)?.module, file: to }),
    }));
  const on = leans(atlas.files.on.get(path));
  const by = leans(atlas.files.by.get(path));
  return (
    <>
      <h2>{baseOf(path)}</h2>
      <p className="mono quiet">{path}</p>
      <Numbers
        of={[
          ['Memories', file.memories],
          ['Symbols', file.symbols],
          ['Changes', file.changed],
          ['Reads', file.looked],
          ['Stale', file.stale, 'warn'],
        ]}
      />
      <SideMemories of={path} />
      {symbols.length > 0 && (
        <SideSection title="Symbols: select one to see its impact">
          <Choices
            of={symbols.slice(0, SYMBOLS).map(({ id, qualified, signature, users }) => ({
              key: String(id),
              name: qualified,
              title: signature,
              side: counted(users, 'user', 'users'),
              onChoose: () => at.go({ module, file: path, impact: `${path}:${qualified}` }),
            }))}
          />
        </SideSection>
      )}
      {on.length > 0 && (
        <SideSection title="Imports">
          <Choices of={on} />
        </SideSection>
      )}
      {by.length > 0 && (
        <SideSection title="Imported by">
          <Choices of={by} />
        </SideSection>
      )}
    </>
  );
}
