import { useDo, useVerb } from '../calls/verb.ts';
import { attribution } from '../words/nouns.ts';
import { counted } from '../words/say.ts';
import { PlainButton } from './controls.tsx';
import { MemoryLink } from './memory.tsx';
import { Card } from './page.tsx';

/** What a newcomer should know first, for each space that the person has joined and not read yet. */
export function NewSpaces() {
  const { data } = useVerb('hubStatus', {}, { keep: true });
  return data?.spaces
    .filter(({ isNew }) => isNew)
    .map(({ id, name }) => <TeamBrief key={id} id={id} name={name} isNew />);
}

/** The five most important memories of a space, quoted with their authors. */
export function TeamBrief({ id, name, isNew }: { id: string; name: string; isNew: boolean }) {
  const { data } = useVerb('teamBrief', { of: id });
  const read = useDo('teamBrief');
  if (!data) return null;
  return (
    <Card title={`What to know first in ${name}`} side={counted(data.total, 'memory in all')}>
      {data.memories.length === 0 && <p className="quiet">It has no reviewed memories yet.</p>}
      <ol className="rows">
        {data.memories.map(({ memory }) => (
          <li key={memory.id}>
            <div>
              <MemoryLink id={memory.id} text={memory.text} />
              <small>{memory.userId ? attribution(memory) : 'from you'}</small>
            </div>
          </li>
        ))}
      </ol>
      {isNew && (
        <PlainButton
          size="compact-sm"
          disabled={read.isPending}
          onClick={() => read.mutate({ of: id, read: true })}
        >
          I have read these
        </PlainButton>
      )}
    </Card>
  );
}
