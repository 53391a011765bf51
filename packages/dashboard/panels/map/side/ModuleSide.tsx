import { counted } from '../../../words/say.ts';
import type { MapLocation } from '../at.ts';
import { type Atlas, baseOf, type Dependency, type MapModule } from '../picture.ts';
import { Choices, Numbers, SideMemories, SideSection } from './parts.tsx';

interface ModuleSideProps {
  module: MapModule;
  atlas: Atlas;
  at: MapLocation;
}

const MAX_LINKS = 8;

/** One part of the code: what is remembered of it, what it imports and what imports it, and its files. */
export function ModuleSide({ module, atlas, at }: ModuleSideProps) {
  const { name, folder } = module;
  const leans = (list: readonly Dependency[] = []) =>
    list.slice(0, MAX_LINKS).map(({ to, weight }) => ({
      key: to,
      name: to,
      side: counted(weight, 'use', 'uses'),
      onChoose: () => at.go({ module: to }),
    }));
  const on = leans(atlas.modules.on.get(name));
  const by = leans(atlas.modules.by.get(name));
  const files = atlas.filesOf.get(name) ?? [];
  return (
    <>
      <h2>{name}</h2>
      <p className="mono quiet">{folder}</p>
      <Numbers
        of={[
          ['Files', module.files + module.tests],
          ['Memories', module.memories],
          ['Files covered', module.covered],
          ['Changes', module.changed],
          ['Stale', module.stale, 'warn'],
          ['Suggested', module.needsReview, 'warn'],
        ]}
      />
      <SideMemories of={folder} isFolder />
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
      <SideSection title="Files with most memories">
        <Choices
          of={files.slice(0, MAX_LINKS).map(({ path, memories }) => ({
            key: path,
            name: baseOf(path),
            title: path,
            side: counted(memories, 'memory', 'memories'),
            onChoose: () => at.go({ module: name, file: path }),
          }))}
        />
        {files.length > MAX_LINKS && (
          <p className="quiet">{counted(files.length - MAX_LINKS, 'more on the map', 'more on the map')}</p>
        )}
      </SideSection>
    </>
  );
}
