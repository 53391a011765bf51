import { Button } from '@mantine/core';
import { useChoice } from '../../app/projects.tsx';
import { useDo, useVerb } from '../../calls/verb.ts';
import { PlainButton } from '../../parts/buttons.ts';
import { Card } from '../../parts/Page.tsx';
import { Answered, TroubleNote } from '../../parts/states.tsx';
import { moment } from '../../words/times.ts';

/** Begins and ends a pause, in which agents get nothing and nothing is captured. */
export function PauseCard() {
  const { project } = useChoice();
  const answer = useVerb('pause', {});
  const { mutate, isPending, error: refused } = useDo('pause');
  const paused = answer.data?.paused;
  return (
    <Card title="Pause">
      <Answered of={answer} lines={1}>
        {() => (
          <p role="status">
            {paused
              ? `Paused for ${paused.of === 'all' ? 'all projects' : 'this project'} until ${paused.until === null ? 'you resume it' : moment(paused.until)}.`
              : 'Not paused. During a pause agents get no memories, and nothing they do is captured, not even later.'}
          </p>
        )}
      </Answered>
      <div className="row">
        {paused ? (
          <Button loading={isPending} onClick={() => mutate({ set: 'resume' })}>
            Resume
          </Button>
        ) : (
          <>
            <PlainButton loading={isPending} onClick={() => mutate({ set: 'all', hours: 1 })}>
              Pause for an hour
            </PlainButton>
            <PlainButton loading={isPending} onClick={() => mutate({ set: 'all' })}>
              Pause all projects
            </PlainButton>
            {project && (
              <PlainButton loading={isPending} onClick={() => mutate({ set: 'project' })}>
                {`Pause ${project.name}`}
              </PlainButton>
            )}
          </>
        )}
      </div>
      {refused && <TroubleNote trouble={refused} />}
    </Card>
  );
}
