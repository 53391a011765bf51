import { Button, Group } from '@mantine/core';
import { useChoice } from '../../app/projects.tsx';
import { useDo, useVerb } from '../../calls/verb.ts';
import { Loading } from '../../parts/Loading.tsx';
import { Card } from '../../parts/Page.tsx';
import { TroubleNote } from '../../parts/TroubleNote.tsx';
import { useWords } from '../../words/say.ts';
import { useFormats } from '../../words/times.ts';
import styles from './settings.module.css';
import { settingsWords } from './words.ts';

/** Begins and ends a pause, in which agents get nothing and nothing is captured. */
export function PauseCard() {
  const say = useWords(settingsWords);
  const { moment } = useFormats();
  const { project } = useChoice();
  const { data, error, refetch } = useVerb('pause', {});
  const { mutate, isPending, error: refused } = useDo('pause');
  const paused = data?.paused;
  return (
    <Card title={say('pause.title')}>
      {!data && !error && <Loading lines={1} />}
      {error && !data && <TroubleNote trouble={error} onAgain={refetch} />}
      {data && (
        <p className={styles.told} role="status">
          {paused
            ? say(`pause.${paused.of}`, {
                until: paused.until === null ? say('pause.open') : moment(paused.until),
              })
            : say('pause.none')}
        </p>
      )}
      <Group gap="xs">
        {paused ? (
          <Button loading={isPending} onClick={() => mutate({ set: 'resume' })}>
            {say('pause.resume')}
          </Button>
        ) : (
          <>
            <Button variant="default" loading={isPending} onClick={() => mutate({ set: 'all', hours: 1 })}>
              {say('pause.hour')}
            </Button>
            <Button variant="default" loading={isPending} onClick={() => mutate({ set: 'all' })}>
              {say('pause.all.do')}
            </Button>
            {project && (
              <Button variant="default" loading={isPending} onClick={() => mutate({ set: 'project' })}>
                {say('pause.project.do', { project: project.name })}
              </Button>
            )}
          </>
        )}
      </Group>
      {refused && <TroubleNote trouble={refused} />}
    </Card>
  );
}
