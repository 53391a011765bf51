import { Button } from '@mantine/core';
import { useLong } from '../../calls/long.ts';
import { useVerb } from '../../calls/verb.ts';
import { LongBar } from '../../parts/LongBar.tsx';
import { Card } from '../../parts/Page.tsx';
import { TroubleNote } from '../../parts/TroubleNote.tsx';
import { useWords } from '../../words/say.ts';
import { Fields } from './Fields.tsx';
import styles from './settings.module.css';
import { settingsWords } from './words.ts';

/** What finds memories by meaning, and how words and meaning are made one. */
export function EmbedderPart() {
  const say = useWords(settingsWords);
  const { data } = useVerb('stats', {});
  const { progress, trouble, run } = useLong('reembed');
  const { id, embedded, waiting } = data?.embedder ?? { id: '', embedded: 0, waiting: 0 };
  return (
    <>
      <Card title={say('embedder.title')} side={<code className="mono">{id}</code>}>
        {data && (
          <p className={styles.told}>
            {say('embedder.have', { n: embedded })} {waiting > 0 && say('embedder.waiting', { n: waiting })}
          </p>
        )}
        {progress && <LongBar label={say('embedder.working')} progress={progress} />}
        {waiting > 0 && !progress && (
          <Button variant="default" onClick={() => run({})}>
            {say('embedder.again')}
          </Button>
        )}
        {trouble && <TroubleNote trouble={trouble} />}
        <Fields of={['embedder']} />
      </Card>
      <Card title={say('search.title')}>
        <Fields of={['search', 'reranker']} />
      </Card>
    </>
  );
}
