import { useVerb } from '../../../calls/verb.ts';
import { useWords } from '../../../words/say.ts';
import type { At } from '../at.ts';
import { type Atlas, baseOf, type File, type Lean } from '../picture.ts';
import { mapWords } from '../words.ts';
import { Choices, Memories, Numbers, Section } from './parts.tsx';

interface Props {
  file: File;
  atlas: Atlas;
  at: At;
}

const MOST = 8;
const SYMBOLS = 30;

/** One file: its symbols with their impact, what it leans on and what leans on it, and what is remembered of it. */
export function FileSide({ file, atlas, at }: Props) {
  const say = useWords(mapWords);
  const { path, module } = file;
  const contents = useVerb('graphContents', { path });
  const symbols = (contents.data?.symbols ?? []).filter(({ kind }) => kind !== 'file');
  const leans = (list: readonly Lean[] = []) =>
    list.slice(0, MOST).map(({ to, weight }) => ({
      key: to,
      name: baseOf(to),
      title: to,
      side: say('side.uses', { n: weight }),
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
          [say('head.memories'), file.memories],
          [say('head.symbols'), file.symbols],
          [say('head.changed'), file.changed],
          [say('head.looked'), file.looked],
          [say('head.stale'), file.stale, 'warn'],
        ]}
      />
      {symbols.length > 0 && (
        <Section title={say('side.symbols')}>
          <Choices
            of={symbols.slice(0, SYMBOLS).map(({ id, qualified, signature, users }) => ({
              key: String(id),
              name: qualified,
              title: signature,
              side: say('side.users', { n: users }),
              onChoose: () => at.go({ module, file: path, impact: `${path}:${qualified}` }),
            }))}
          />
        </Section>
      )}
      {on.length > 0 && (
        <Section title={say('side.on')}>
          <Choices of={on} />
        </Section>
      )}
      {by.length > 0 && (
        <Section title={say('side.by')}>
          <Choices of={by} />
        </Section>
      )}
      <Memories of={path} />
    </>
  );
}
