import { Button, NativeSelect } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import type { Output } from '../../../src/protocol/verbs.ts';
import type { CallScope } from '../../../src/protocol/wire.ts';
import { useChoice } from '../../app/projects.tsx';
import { call } from '../../calls/call.ts';
import type { CallError } from '../../calls/trouble.ts';
import { useVerb } from '../../calls/verb.ts';
import { Card } from '../../parts/Page.tsx';
import { Ticked } from '../../parts/Ticked.tsx';
import { TroubleNote } from '../../parts/TroubleNote.tsx';
import { useMessage } from '../../words/message.ts';
import { useWords } from '../../words/say.ts';
import { useFormats } from '../../words/times.ts';
import { Fields } from './Fields.tsx';
import styles from './settings.module.css';
import { settingsWords } from './words.ts';

const LEVELS = [
  'cautious',
  'standard',
  'confident',
  'autonomous',
] as const satisfies Output<'trust'>['level'][];

/** How far each project's memory is trusted to speak unasked, and how much it may say. */
export function TrustPart() {
  const say = useWords(settingsWords);
  const { project, all } = useChoice();
  const [showsAll, setShowsAll] = useState(project === undefined);
  const others = all.projects.filter(({ id, here }) => id !== project?.id && here);
  return (
    <>
      <Card title={say('trust.title')}>
        <p className={styles.told}>{say('trust.text')}</p>
        <ul className={styles.rows}>
          {project && <TrustRow name={project.name} place={{ project: project.root }} />}
          {showsAll &&
            others.map(({ id, name, root }) => <TrustRow key={id} name={name} place={{ project: root }} />)}
        </ul>
        {!showsAll && others.length > 0 && (
          <Button variant="subtle" color="gray" onClick={() => setShowsAll(true)}>
            {say('trust.others', { n: others.length })}
          </Button>
        )}
      </Card>
      <Card title={say('delivery.title')}>
        <Fields of={['delivery']} />
      </Card>
    </>
  );
}

function TrustRow({ name, place }: { name: string; place: CallScope }) {
  const say = useWords(settingsWords);
  const told = useMessage();
  const { percent } = useFormats();
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
            <span className={styles.facts}>
              <span>{say('trust.from', { share: percent(data.confidence) })}</span>
              <span>{say('trust.confirmed', { n: data.counts.confirmed })}</span>
              <span>{say('trust.flagged', { n: data.counts.flagged })}</span>
            </span>
            {data.next && <small>{told(data.next)}</small>}
            {data.notices.map(told.notice).map(({ message, hint }) => (
              <small key={message} className={styles.because}>
                {message} <Ticked text={hint} />
              </small>
            ))}
          </>
        )}
        {trouble && <TroubleNote trouble={trouble} />}
      </div>
      {data && (
        <NativeSelect
          size="xs"
          aria-label={say('trust.label', { project: name })}
          value={data.by === 'person' ? data.level : ''}
          onChange={(event) => void choose(event.currentTarget.value)}
          data={[
            { value: '', label: say('trust.rules', { level: say(`level.${data.level}`) }) },
            ...LEVELS.map((level) => ({ value: level, label: say(`level.${level}`) })),
          ]}
        />
      )}
    </li>
  );
}
