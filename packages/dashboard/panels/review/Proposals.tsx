import { Button } from '@mantine/core';
import type { Output } from '@sqrl/squirrel/protocol/verbs.ts';
import { useDo, useVerb } from '../../calls/verb.ts';
import { PlainButton } from '../../parts/buttons.ts';
import { TypePill } from '../../parts/memory.tsx';
import { Card } from '../../parts/Page.tsx';
import { TroubleNote } from '../../parts/states.tsx';
import { MemoryText } from '../../parts/text.tsx';
import { ago, moment } from '../../words/times.ts';
import styles from './review.module.css';

type Proposal = Output<'hubProposals'>['proposals'][number];

/** What people propose to teams, for those who may decide; nothing where nothing is proposed. */
export function Proposals() {
  const { data, error } = useVerb('hubProposals', {}, { keep: true });
  const review = useDo('hubReview');
  const proposals = data?.proposals ?? [];
  if (error && !data) return <TroubleNote trouble={error} />;
  if (proposals.length === 0) return null;
  const busy = review.isPending ? review.variables.ids[0] : undefined;
  return (
    <Card title={`Proposed to a team · ${proposals.length}`}>
      <p className="quiet">
        Agents of the team are told a proposal once a maintainer other than its author approves it.
      </p>
      {review.error && <TroubleNote trouble={review.error} />}
      <ul className="rows">
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
  return (
    <li className={styles.item}>
      <div className="row">
        <TypePill type={memory.type} />
        <span className="quiet" title={moment(memory.updatedAt)}>
          {`${person} to ${space}, ${ago(memory.updatedAt)}`}
        </span>
      </div>
      <blockquote dir="auto" className={styles.proposed}>
        <MemoryText text={memory.text} />
      </blockquote>
      <p className="quiet">
        Approved is exactly this wording and state:{' '}
        <code className="mono">{`${tag} · ${hash.slice(0, 12)}`}</code>
      </p>
      {mayReview ? (
        <div className="row">
          <Button
            size="compact-sm"
            variant="light"
            loading={busy}
            disabled={disabled}
            onClick={() => onDecide('approve')}
          >
            Approve for the team
          </Button>
          <PlainButton size="compact-sm" disabled={disabled} onClick={() => onDecide('dismiss')}>
            Dismiss
          </PlainButton>
        </div>
      ) : (
        <p className="quiet">Waits for a maintainer.</p>
      )}
    </li>
  );
}
