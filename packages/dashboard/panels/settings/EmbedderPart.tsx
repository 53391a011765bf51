import { Button } from '@mantine/core';
import { useLong } from '../../calls/long.ts';
import { useVerb } from '../../calls/verb.ts';
import { LongBar } from '../../parts/LongBar.tsx';
import { Card } from '../../parts/Page.tsx';
import { TroubleNote } from '../../parts/TroubleNote.tsx';
import { counted } from '../../words/say.ts';
import { Fields } from './Fields.tsx';
import styles from './settings.module.css';

/** What finds memories by meaning, and how words and meaning are made one. */
export function EmbedderPart() {
  const { data } = useVerb('stats', {});
  const { progress, trouble, run } = useLong('reembed');
  const { id, embedded, waiting } = data?.embedder ?? { id: '', embedded: 0, waiting: 0 };
  return (
    <>
      <Card title="Embedder" side={<code className="mono">{id}</code>}>
        {data && (
          <p className={styles.told}>
            {counted(embedded, 'memory has a vector.', 'memories have a vector.')}{' '}
            {waiting > 0 && counted(waiting, 'has none yet.', 'have none yet.')}
          </p>
        )}
        {progress && <LongBar label="Embedding…" progress={progress} />}
        {waiting > 0 && !progress && (
          <Button variant="default" onClick={() => run({})}>
            Embed the rest
          </Button>
        )}
        {trouble && <TroubleNote trouble={trouble} />}
        <Fields of={['embedder']} />
      </Card>
      <Card title="Search">
        <Fields of={['search', 'reranker']} />
      </Card>
    </>
  );
}
