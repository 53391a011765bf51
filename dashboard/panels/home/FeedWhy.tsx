import { Link } from 'wouter';
import { useVerb } from '../../calls/verb.ts';
import { Loading } from '../../parts/Loading.tsx';
import { MemoryButtons } from '../../parts/MemoryButtons.tsx';
import { MemoryText } from '../../parts/MemoryText.tsx';
import { TroubleNote } from '../../parts/TroubleNote.tsx';
import { useMessage } from '../../words/message.ts';
import { useWords } from '../../words/say.ts';
import styles from './home.module.css';
import type { FeedItem } from './Lately.tsx';
import { homeWords } from './words.ts';

/** Why an agent got these memories or one was learned, what was left out, and what to do about it. */
export function FeedWhy({ entry: { kind, tokens, memories, left } }: { entry: FeedItem }) {
  const say = useWords(homeWords);
  const told = useMessage();
  return (
    <div className={styles.why}>
      <ul>
        {memories.map(({ id, text, why }) => (
          <li key={id}>
            <Link href={`/memories?m=${id}`}>
              <MemoryText text={text} />
            </Link>
            {kind === 'learned' ? (
              <Proof id={id} />
            ) : (
              <small>{why ? told(why) : say('lately.noReason')}</small>
            )}
            <MemoryButtons id={id} text={text} />
          </li>
        ))}
      </ul>
      {tokens !== null && <small>{say('lately.tokens', { n: tokens })}</small>}
      {left.length > 0 && (
        <>
          <h3 className={styles.sub}>{say('lately.left', { n: left.length })}</h3>
          <ul>
            {left.map(({ id, text, because }) => (
              <li key={id}>
                <Link href={`/memories?m=${id}`}>
                  <MemoryText text={text} />
                </Link>
                <small>{told(because)}</small>
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
  const say = useWords(homeWords);
  const told = useMessage();
  const { data, error, refetch } = useVerb('portrait', { id });
  if (error && !data) return <TroubleNote trouble={error} onAgain={refetch} />;
  if (!data) return <Loading lines={1} />;
  const proof = data.evidence[0];
  if (!proof) return <small>{say('lately.noProof')}</small>;
  return (
    <>
      <small>{say('lately.from', { proof: told.proof(proof.proof) })}</small>
      {proof.quote && <blockquote>{proof.quote}</blockquote>}
    </>
  );
}
