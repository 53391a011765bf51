import { useVerb } from '../../calls/verb.ts';
import { useCursor } from '../../keys/cursor.ts';
import { useKeys } from '../../keys/keys.ts';
import { Decision } from '../../parts/Decision.tsx';
import { Card, Page } from '../../parts/Page.tsx';
import { Answered, Empty } from '../../parts/states.tsx';
import { counted } from '../../words/say.ts';
import { Conflicts } from './Conflicts.tsx';
import { Proposals } from './Proposals.tsx';

/** What is worth a person's decision, the most useful first. */
export default function Review() {
  const answer = useVerb('review', {}, { keep: true });
  const { data } = answer;
  const cursor = useCursor(data?.waiting.map(({ memory }) => memory.id) ?? []);
  const group = 'Reviewing';
  useKeys([
    { keys: 'j', does: 'Next decision', group, run: () => cursor.move(1) },
    { keys: 'k', does: 'Previous decision', group, run: () => cursor.move(-1) },
  ]);
  return (
    <Page
      title="Review"
      side={
        data && (
          <span className="quiet">
            {counted(data.total + data.proposals, 'decision remaining', 'decisions remaining')}
          </span>
        )
      }
    >
      {!data && <Answered of={answer}>{() => null}</Answered>}
      <Proposals />
      <Conflicts />
      {data && data.total + data.proposals === 0 && (
        <Empty icon="check" title="Nothing needs a decision">
          Up to ten memories appear here that are worth your decision. The rest is found by a search.
        </Empty>
      )}
      {data && data.waiting.length > 0 && (
        <Card title="Worth your decision">
          <p className="quiet">
            At most ten, those of most use first. What else waits needs no decision; a search finds it.
          </p>
          <ul>
            {data.waiting.map((item) => (
              <Decision key={item.memory.id} item={item} isCursor={item.memory.id === cursor.id} />
            ))}
          </ul>
        </Card>
      )}
    </Page>
  );
}
