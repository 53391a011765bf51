import { Button } from '@mantine/core';
import type { Output } from '@sqrl/squirrel/protocol/verbs.ts';
import type { CallScope } from '@sqrl/squirrel/protocol/wire.ts';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useChoice } from '../../app/projects.tsx';
import { call } from '../../calls/call.ts';
import type { CallError } from '../../calls/trouble.ts';
import { useVerb } from '../../calls/verb.ts';
import { ListChoice } from '../../parts/Choice.tsx';
import { Card } from '../../parts/Page.tsx';
import { TroubleNote } from '../../parts/states.tsx';
import { Ticked } from '../../parts/text.tsx';
import { counted } from '../../words/say.ts';
import { percent } from '../../words/times.ts';
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
  const queries = useQueryClient();
  const [refused, setRefused] = useState<CallError>();
  const { data, error } = useVerb('trust', {}, { place });
  const choose = (level: string) =>
    call('trust', { level: level === '' ? null : (level as Output<'trust'>['level']) }, { place })
      .then(() => queries.invalidateQueries())
      .catch(setRefused);
  const trouble = refused ?? error;
  return (
    <li>
      <div>
        <b>{name}</b>
        {data && (
          <>
            <span className="facts">
              <span>{`delivers memories above ${percent(data.confidence)} confidence`}</span>
              <span>{counted(data.counts.confirmed, 'confirmed', 'confirmed')}</span>
              <span>{counted(data.counts.flagged, 'wrong', 'wrong')}</span>
            </span>
            {data.next && <small>{data.next}</small>}
            {data.notices.map(({ message, hint }) => (
              <small key={message} data-tone="warn">
                {message} <Ticked text={hint} />
              </small>
            ))}
          </>
        )}
        {trouble && <TroubleNote trouble={trouble} />}
      </div>
      {data && (
        <ListChoice
          label={`Trust of ${name}`}
          value={data.by === 'person' ? data.level : ''}
          names={{ '': `Automatic (${LEVELS[data.level]})`, ...LEVELS }}
          onChoose={(level) => void choose(level)}
        />
      )}
    </li>
  );
}
