import { Button } from '@mantine/core';
import { useDo, useVerb } from '../../calls/verb.ts';
import { useListKeys } from '../../keys/keys.ts';
import { PlainButton, RowButton } from '../../parts/controls.tsx';
import { Decision } from '../../parts/Decision.tsx';
import { MemoryText, TypePill } from '../../parts/memory.tsx';
import { Answered, Card, Empty, Page, TroubleNote } from '../../parts/page.tsx';
import { ago, counted, moment } from '../../words/say.ts';

export default function Review() {
  const answer = useVerb('review', {}, { keep: true });
  const { total = 0, proposals = 0, waiting = [] } = answer.data ?? {};
  const ids = waiting.map(({ memory }) => memory.id);
  const cursor = useListKeys({ group: 'Reviewing', noun: 'decision', ids });
  const left = total + proposals;
  return (
    <Page
      title="Review"
      side={answer.data && <span className="quiet">{`${counted(left, 'decision')} remaining`}</span>}
    >
      <Answered of={answer}>
        {() =>
          left === 0 && (
            <Empty icon="check" title="Nothing needs a decision">
              Up to ten memories appear here that are worth your decision. The rest is found by a search.
            </Empty>
          )
        }
      </Answered>
      <Proposals />
      <Conflicts />
      {waiting.length > 0 && (
        <Card title="Worth your decision">
          <p className="quiet">
            At most ten, those of most use first. What else waits needs no decision; a search finds it.
          </p>
          <ul>
            {waiting.map((item) => (
              <Decision key={item.memory.id} item={item} isCursor={item.memory.id === cursor.id} />
            ))}
          </ul>
        </Card>
      )}
    </Page>
  );
}

/** What people propose to teams, for those who may decide; nothing where nothing is proposed. */
function Proposals() {
  const { data, error } = useVerb('hubProposals', {}, { keep: true });
  const { mutate, isPending, variables, error: refused } = useDo('hubReview');
  const proposals = data?.proposals ?? [];
  if (error && !data) return <TroubleNote trouble={error} />;
  if (proposals.length === 0) return null;
  return (
    <Card title={`Proposed to a team · ${proposals.length}`}>
      <p className="quiet">
        Agents of the team are told a proposal once a maintainer other than its author approves it.
      </p>
      {refused && <TroubleNote trouble={refused} />}
      <ul>
        {proposals.map(({ memory, space, person, mayReview, tag, hash }) => (
          <li key={memory.id} className="decision">
            <div className="row quiet fine">
              <TypePill type={memory.type} />
              <span
                title={moment(memory.updatedAt)}
              >{`${person} to ${space}, ${ago(memory.updatedAt)}`}</span>
            </div>
            <p dir="auto" className="wrap">
              <MemoryText text={memory.text} />
            </p>
            <p className="quiet fine">
              Approved is exactly this wording and state:{' '}
              <code className="mono">{`${tag} · ${hash.slice(0, 12)}`}</code>
            </p>
            {mayReview ? (
              <div className="row">
                <Button
                  size="compact-sm"
                  variant="light"
                  loading={isPending && variables.ids[0] === memory.id}
                  disabled={isPending}
                  onClick={() => mutate({ ids: [memory.id], verdict: 'approve', hash })}
                >
                  Approve for the team
                </Button>
                <PlainButton
                  size="compact-sm"
                  disabled={isPending}
                  onClick={() => mutate({ ids: [memory.id], verdict: 'dismiss', hash })}
                >
                  Dismiss
                </PlainButton>
              </div>
            ) : (
              <p className="quiet">Waits for a maintainer.</p>
            )}
          </li>
        ))}
      </ul>
    </Card>
  );
}

/** Shared memories that people worded differently at the same time, side by side; nothing where there are none. */
function Conflicts() {
  const { data } = useVerb('conflicts', {}, { keep: true });
  const { mutate, isPending, error } = useDo('chooseWording');
  const conflicts = data?.conflicts ?? [];
  if (conflicts.length === 0) return null;
  return (
    <Card title={`Worded by two people at once · ${conflicts.length}`}>
      <p className="quiet">
        The newer wording is used meanwhile. Taking one decides for everybody who shares it.
      </p>
      {error && <TroubleNote trouble={error} />}
      <ul>
        {conflicts.map(({ memory, space, wordings }) => (
          <li key={memory.id} className="decision">
            <div className="row quiet fine">
              <TypePill type={memory.type} />
              {space ?? 'shared in git'}
            </div>
            <div className="halves">
              {wordings.map(({ tag, text, person, at, isUsed }) => (
                <section key={tag} className="box offer" aria-label={person}>
                  <b>{person}</b> <small title={moment(at)}>{ago(at)}</small>
                  {isUsed && <small> · used meanwhile</small>}
                  <p className="wrap">
                    <MemoryText text={text} />
                  </p>
                  <RowButton disabled={isPending} onClick={() => mutate({ id: memory.id, tag })}>
                    Take this one
                  </RowButton>
                </section>
              ))}
            </div>
          </li>
        ))}
      </ul>
    </Card>
  );
}
