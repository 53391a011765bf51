import { Button } from '@mantine/core';
import type { Output } from '../../../src/protocol/verbs.ts';
import { useDo, useVerb } from '../../calls/verb.ts';
import { MemoryText } from '../../parts/MemoryText.tsx';
import { Card } from '../../parts/Page.tsx';
import { TroubleNote } from '../../parts/TroubleNote.tsx';
import { TypePill } from '../../parts/TypePill.tsx';
import { useWords } from '../../words/say.ts';
import { useFormats } from '../../words/times.ts';
import styles from './review.module.css';
import { reviewWords } from './words.ts';

type Proposal = Output<'hubProposals'>['proposals'][number];

/** What people propose to teams, for those who may decide; nothing where nothing is proposed. */
export function Proposals() {
  const say = useWords(reviewWords);
  const { data, error } = useVerb('hubProposals', {}, { keep: true });
  const review = useDo('hubReview');
  const proposals = data?.proposals ?? [];
  if (error && !data) return <TroubleNote trouble={error} />;
  if (proposals.length === 0) return null;
  const busy = review.isPending ? review.variables.ids[0] : undefined;
  return (
    <Card title={`${say('proposals')} · ${proposals.length}`}>
      <p className="quiet">{say('proposalsText')}</p>
      {review.error && <TroubleNote trouble={review.error} />}
      <ul className={styles.items}>
        {proposals.map((proposal) => (
          <Proposed
            key={proposal.memory.id}
            proposal={proposal}
            disabled={review.isPending}
            busy={busy === proposal.memory.id}
            onDecide={(verdict) => review.mutate({ ids: [proposal.memory.id], verdict, hash: proposal.hash })}
          />
        ))}
      </ul>
    </Card>
  );
}

interface ProposedProps {
  proposal: Proposal;
  disabled: boolean;
  busy: boolean;
  onDecide: (verdict: 'approve' | 'dismiss') => void;
}

function Proposed({ proposal, disabled, busy, onDecide }: ProposedProps) {
  const { memory, space, person, mayReview, tag, hash } = proposal;
  const say = useWords(reviewWords);
  const { ago, moment } = useFormats();
  return (
    <li className={styles.conflict}>
      <div className={styles.actions}>
        <TypePill type={memory.type} />
        <span className="quiet" title={moment(memory.updatedAt)}>
          {say('proposals.by', { person, space, ago: ago(memory.updatedAt) })}
        </span>
      </div>
      <blockquote className={styles.proposed}>
        <MemoryText text={memory.text} />
      </blockquote>
      <p className="quiet">
        {say('proposals.state')} <code className="mono">{`${tag} · ${hash.slice(0, 12)}`}</code>
      </p>
      {mayReview ? (
        <div className={styles.actions}>
          <Button
            size="compact-sm"
            variant="light"
            loading={busy}
            disabled={disabled}
            onClick={() => onDecide('approve')}
          >
            {say('proposals.approve')}
          </Button>
          <Button size="compact-sm" variant="default" disabled={disabled} onClick={() => onDecide('dismiss')}>
            {say('proposals.dismiss')}
          </Button>
        </div>
      ) : (
        <p className="quiet">{say('proposals.waits')}</p>
      )}
    </li>
  );
}
