import { useMantineColorScheme } from '@mantine/core';
import { THEMES } from '../../app/choices.ts';
import { useLong } from '../../calls/long.ts';
import { useVerb } from '../../calls/verb.ts';
import { PlainButton } from '../../parts/buttons.ts';
import { Choice } from '../../parts/Choice.tsx';
import { CommandLine } from '../../parts/CommandLine.tsx';
import { LongState } from '../../parts/LongBar.tsx';
import { Card } from '../../parts/Page.tsx';
import { Answered } from '../../parts/states.tsx';
import { counted } from '../../words/say.ts';
import { type Setting, SettingField } from './SettingField.tsx';
import styles from './settings.module.css';

/** The settings of some tables of the file. */
export function Fields({ of }: { of: readonly string[] }) {
  return (
    <Answered of={useVerb('settings', {})} lines={3}>
      {({ settings }) => {
        const shown = settings.filter(({ section }) => of.includes(section));
        const guarded = shown.filter((setting) => setting.guarded);
        return (
          <div className={styles.fields}>
            {fieldsOf(shown.filter((setting) => !setting.guarded))}
            {guarded.length > 0 && (
              <CommandLine
                command="sqrl config set KEY VALUE"
                does="The settings below decide where texts and API keys go, and are changed in a terminal:"
              />
            )}
            {fieldsOf(guarded)}
          </div>
        );
      }}
    </Answered>
  );
}

const fieldsOf = (settings: readonly Setting[]) =>
  settings.map((setting) => <SettingField key={setting.key} setting={setting} />);

/** The daemon, the code graph, the conversations and the notes. */
export const RestPart = () => (
  <Card>
    <Fields of={['daemon', 'graph', 'conversations', 'notes']} />
  </Card>
);

/** What finds memories by meaning, and how words and meaning are made one. */
export function EmbedderPart() {
  const { data } = useVerb('stats', {});
  const embedding = useLong('reembed');
  const { id, embedded, waiting } = data?.embedder ?? { id: '', embedded: 0, waiting: 0 };
  return (
    <>
      <Card title="Embedder" side={<code className="mono">{id}</code>}>
        {data && (
          <p>
            {counted(embedded, 'memory has a vector.', 'memories have a vector.')}{' '}
            {waiting > 0 && counted(waiting, 'has none yet.', 'have none yet.')}
          </p>
        )}
        <LongState of={embedding} label="Embedding…" />
        {waiting > 0 && !embedding.progress && (
          <PlainButton onClick={() => embedding.run({})}>Embed the rest</PlainButton>
        )}
        <Fields of={['embedder']} />
      </Card>
      <Card title="Search">
        <Fields of={['search', 'reranker']} />
      </Card>
    </>
  );
}

/** How the page itself looks, in this browser. */
export function PagePart() {
  const { colorScheme, setColorScheme } = useMantineColorScheme();
  return (
    <Card title="Theme">
      <Choice label="Theme" value={colorScheme} onChoose={setColorScheme} names={THEMES} />
      <p className="quiet">Saved in this browser only.</p>
    </Card>
  );
}
