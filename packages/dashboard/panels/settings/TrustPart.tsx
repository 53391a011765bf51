import { Button } from '@mantine/core';
import type { Output } from '@sqrl/squirrel/protocol/verbs.ts';
import type { CallScope } from '@sqrl/squirrel/protocol/wire.ts';
import { useState } from 'react';
import { useChoice } from '../../app/projects.tsx';
import { useDo, useVerb } from '../../calls/verb.ts';
import { ListChoice } from '../../parts/controls.tsx';
import { Ticked } from '../../parts/memory.tsx';
import { Card, Row, TroubleNote } from '../../parts/page.tsx';
import { counted, number, percent } from '../../words/say.ts';
import { Fields } from './Fields.tsx';

const LEVELS = {
  cautious: 'Cautious',
  standard: 'Standard',
  confident: 'Confident',
  autonomous: 'Autonomous',
} as const satisfies Record<Output<'trust'>['level'], string>;

/** How far each project's memory is trusted to speak unasked, and how much it may say. */
export function TrustPart() {
  const { project, all } = useChoice();
  const [showsAll, setShowsAll] = useState(project === undefined);
  const others = all.projects.filter(({ id, here }) => id !== project?.id && here);
  return (
    <>
      <Card title="Trust">
        <p>
          The higher the trust level, the lower the confidence a memory needs to be delivered to agents. By
          default your confirmations raise it.
        </p>
        <ul className="rows">
          {project && <TrustRow name={project.name} place={{ project: project.root }} />}
          {showsAll &&
            others.map(({ id, name, root }) => <TrustRow key={id} name={name} place={{ project: root }} />)}
        </ul>
        {!showsAll && others.length > 0 && (
          <Button variant="subtle" color="gray" onClick={() => setShowsAll(true)}>
            {`Show ${counted(others.length, 'other project', 'other projects')}`}
          </Button>
        )}
      </Card>
      <Card title="Reminders">
        <Fields of={['delivery']} />
      </Card>
    </>
  );
}

function TrustRow({ name, place }: { name: string; place: CallScope }) {
  const { data, error } = useVerb('trust', {}, { place });
  const choosing = useDo('trust', place);
  const choose = (level: string) =>
    choosing.mutate({ level: level === '' ? null : (level as Output<'trust'>['level']) });
  const trouble = choosing.error ?? error;
  return (
    <Row
      name={name}
      facts={
        data && [
          `delivers memories above ${percent(data.confidence)} confidence`,
          `${number(data.counts.confirmed)} confirmed`,
          `${number(data.counts.flagged)} wrong`,
        ]
      }
      note={
        <>
          {data?.next}
          {data?.notices.map(({ message, hint }) => (
            <div key={message} data-tone="warn">
              {message} <Ticked text={hint} />
            </div>
          ))}
          {trouble && <TroubleNote trouble={trouble} />}
        </>
      }
    >
      {data && (
        <ListChoice
          label={`Trust of ${name}`}
          value={data.by === 'person' ? data.level : ''}
          names={{ '': `Automatic (${LEVELS[data.level]})`, ...LEVELS }}
          onChoose={choose}
        />
      )}
    </Row>
  );
}
