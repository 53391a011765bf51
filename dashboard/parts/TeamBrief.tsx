import { Button } from '@mantine/core';
import { Link } from 'wouter';
import { useDo, useVerb } from '../calls/verb.ts';
import { useAttribution } from '../words/attribution.ts';
import { useWords } from '../words/say.ts';
import { MemoryText } from './MemoryText.tsx';
import { Card } from './Page.tsx';
import styles from './team-brief.module.css';
import { partWords } from './words.ts';

/** What a newcomer should know first, for each space that the person has joined and not read yet. */
export function NewSpaces() {
  const { data } = useVerb('hubStatus', {}, { keep: true });
  return data?.spaces
    .filter(({ isNew }) => isNew)
    .map(({ id, name }) => <TeamBrief key={id} id={id} name={name} isNew />);
}

/** The five most important memories of a space, quoted with their authors. */
export function TeamBrief({ id, name, isNew }: { id: string; name: string; isNew: boolean }) {
  const say = useWords(partWords);
  const from = useAttribution();
  const { data } = useVerb('teamBrief', { of: id });
  const read = useDo('teamBrief');
  if (!data) return null;
  return (
    <Card title={say('brief.title', { space: name })} side={say('brief.of', { n: data.total })}>
      {data.memories.length === 0 && <p className="quiet">{say('brief.none')}</p>}
      <ol className={styles.brief}>
        {data.memories.map(({ memory }) => (
          <li key={memory.id}>
            <Link href={`/memories?m=${memory.id}`}>
              <MemoryText text={memory.text} />
            </Link>
            <span className="quiet">{memory.userId ? from(memory) : say('brief.own')}</span>
          </li>
        ))}
      </ol>
      {isNew && (
        <Button
          size="compact-sm"
          variant="default"
          disabled={read.isPending}
          onClick={() => read.mutate({ of: id, read: true })}
        >
          {say('brief.read')}
        </Button>
      )}
    </Card>
  );
}
