import { useVerb } from '../../calls/verb.ts';
import { MemoryButtons } from '../../parts/MemoryButtons.tsx';
import { MemoryLink, Why } from '../../parts/memory.tsx';
import { Loading, TroubleNote } from '../../parts/states.tsx';
import { counted } from '../../words/say.ts';
import styles from './home.module.css';
import type { FeedItem } from './Lately.tsx';

/** Why an agent got these memories or one was learned, what was left out, and what to do about it. */
export function FeedWhy({ entry: { kind, tokens, memories, left, about } }: { entry: FeedItem }) {
  return (
    <div className={styles.why}>
      <ul>
        {memories.map(({ id, text, why }) => (
          <li key={id}>
            <MemoryLink id={id} text={text} />
            {kind === 'learned' ? (
              <Proof id={id} />
            ) : (
              <Why why={[why ?? 'the reason was not recorded']} text={text} question={about ?? ''} />
            )}
            <MemoryButtons id={id} text={text} />
          </li>
        ))}
      </ul>
      {tokens !== null && <small>{counted(tokens, 'token in all', 'tokens in all')}</small>}
      {left.length > 0 && (
        <>
          <h3>{counted(left.length, 'memory left out', 'memories left out')}</h3>
          <ul>
            {left.map(({ id, text, because }) => (
              <li key={id}>
                <MemoryLink id={id} text={text} />
                <Why why={[because]} text={text} question={about ?? ''} />
              </li>
            ))}
          </ul>
        </>
      )}
    </div>
  );
}

/** What a memory was learned from. */
function Proof({ id }: { id: string }) {
  const { data, error, refetch } = useVerb('portrait', { id });
  if (error && !data) return <TroubleNote trouble={error} onAgain={refetch} />;
  if (!data) return <Loading lines={1} />;
  const proof = data.evidence[0];
  if (!proof) return <small>No evidence is recorded for it.</small>;
  return (
    <>
      <small>{`Learned from: ${proof.proof.replaceAll('_', ' ')}`}</small>
      {proof.quote && <blockquote dir="auto">{proof.quote}</blockquote>}
    </>
  );
}
