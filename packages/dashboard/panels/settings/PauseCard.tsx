import { Button, Group } from '@mantine/core';
import { useChoice } from '../../app/projects.tsx';
import { useDo, useVerb } from '../../calls/verb.ts';
import { Card } from '../../parts/Page.tsx';
import { Loading, TroubleNote } from '../../parts/states.tsx';
import { fill } from '../../words/say.ts';
import { moment } from '../../words/times.ts';
import styles from './settings.module.css';
import { settingsWords } from './words.ts';

/** Begins and ends a pause, in which agents get nothing and nothing is captured. */
export function PauseCard() {
  const { project } = useChoice();
  const { data, error, refetch } = useVerb('pause', {});
  const { mutate, isPending, error: refused } = useDo('pause');
  const paused = data?.paused;
  return (
    <Card title="Pause">
      {!data && !error && <Loading lines={1} />}
      {error && !data && <TroubleNote trouble={error} onAgain={refetch} />}
      {data && (
        <p className={styles.told} role="status">
          {paused
            ? fill(settingsWords[`pause.${paused.of}`], {
                until: paused.until === null ? 'you resume it' : moment(paused.until),
              })
            : 'Not paused. During a pause agents get no memories, and nothing they do is captured, not even later.'}
        </p>
      )}
      <Group gap="xs">
        {paused ? (
          <Button loading={isPending} onClick={() => mutate({ set: 'resume' })}>
            Resume
          </Button>
        ) : (
          <>
            <Button variant="default" loading={isPending} onClick={() => mutate({ set: 'all', hours: 1 })}>
              Pause for an hour
            </Button>
            <Button variant="default" loading={isPending} onClick={() => mutate({ set: 'all' })}>
              Pause all projects
            </Button>
            {project && (
              <Button variant="default" loading={isPending} onClick={() => mutate({ set: 'project' })}>
                {`Pause ${project.name}`}
              </Button>
            )}
          </>
        )}
      </Group>
      {refused && <TroubleNote trouble={refused} />}
    </Card>
  );
}
