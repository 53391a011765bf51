import { useWords } from '../../../words/say.ts';
import type { MapLocation } from '../at.ts';
import { type Atlas, baseOf, type Dependency, type MapModule } from '../picture.ts';
import { mapWords } from '../words.ts';
import { Choices, Numbers, SideMemories, SideSection } from './parts.tsx';

interface ModuleSideProps {
  module: MapModule;
  atlas: Atlas;
  at: MapLocation;
}

const MAX_LINKS = 8;

/** One part of the code: what is remembered of it, what it imports and what imports it, and its files. */
export function ModuleSide({ module, atlas, at }: ModuleSideProps) {
  const say = useWords(mapWords);
  const { name, folder } = module;
  const leans = (list: readonly Dependency[] = []) =>
    list.slice(0, MAX_LINKS).map(({ to, weight }) => ({
      key: to,
      name: to,
      side: say('side.uses', { n: weight }),
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
          [say('head.files'), module.files + module.tests],
          [say('head.memories'), module.memories],
          [say('head.covered'), module.covered],
          [say('head.changed'), module.changed],
          [say('head.stale'), module.stale, 'warn'],
          [say('head.needsReview'), module.needsReview, 'warn'],
        ]}
      />
      <SideMemories of={folder} isFolder />
      {on.length > 0 && (
        <SideSection title={say('side.on')}>
          <Choices of={on} />
        </SideSection>
      )}
      {by.length > 0 && (
        <SideSection title={say('side.by')}>
          <Choices of={by} />
        </SideSection>
      )}
      <SideSection title={say('side.files')}>
        <Choices
          of={files.slice(0, MAX_LINKS).map(({ path, memories }) => ({
            key: path,
            name: baseOf(path),
            title: path,
            side: say('memories', { n: memories }),
            onChoose: () => at.go({ module: name, file: path }),
          }))}
        />
        {files.length > MAX_LINKS && (
          <p className="quiet">{say('side.moreFiles', { n: files.length - MAX_LINKS })}</p>
        )}
      </SideSection>
    </>
  );
}
