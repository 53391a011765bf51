import { Button, TextInput } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import { useState } from 'react';
import { useLocation } from 'wouter';
import { useChoice } from '../../app/projects.tsx';
import { useLong } from '../../calls/long.ts';
import { ListChoice } from '../../parts/Choice.tsx';
import { Dialog } from '../../parts/Dialog.tsx';
import { LongState } from '../../parts/LongBar.tsx';
import { Card } from '../../parts/Page.tsx';
import { counted } from '../../words/say.ts';
import styles from './settings.module.css';

type EraseTarget = 'project' | 'user' | 'both';

/** Erases everything, once its name has been typed. */
export function Erase() {
  const { project } = useChoice();
  const [, go] = useLocation();
  const [of, setOf] = useState<EraseTarget>(project ? 'project' : 'user');
  const [isAsked, setIsAsked] = useState(false);
  const [typed, setTyped] = useState('');
  const erasing = useLong('forgetAll');
  const name = of === 'project' ? (project?.name ?? '') : 'erase';
  const user = 'All global memories';
  const choices: Record<string, string> = project
    ? { project: `All data of ${project.name}`, user, both: `${project.name} and all global memories` }
    : { user };
  const close = () => {
    setIsAsked(false);
    setTyped('');
  };
  const erase = async () => {
    const came = await erasing.run({ of });
    if (!came) return;
    close();
    notifications.show({
      color: 'russet',
      message: counted(came.forgotten, 'memory erased', 'memories erased'),
    });
    go('/');
  };
  return (
    <Card title="Erase" className={styles.danger}>
      <p>
        Permanently deletes memories, sessions, vectors, copies and daily logs. The agents’ own logs stay and
        are not read again.
      </p>
      <div className="row">
        <ListChoice label="What to erase" value={of} names={choices} onChoose={setOf} />
        <Button variant="outline" color="red" onClick={() => setIsAsked(true)}>
          Erase…
        </Button>
      </div>
      <Dialog
        opened={isAsked}
        onClose={close}
        title="Erase permanently?"
        centered
        actions={
          <Button
            color="red"
            disabled={typed.trim() !== name}
            loading={erasing.progress !== undefined}
            onClick={() => void erase()}
          >
            Erase
          </Button>
        }
      >
        <p>This can’t be undone. You may want to export it first.</p>
        <TextInput
          data-autofocus
          label={`Type ${name} to continue`}
          value={typed}
          onChange={(event) => setTyped(event.currentTarget.value)}
        />
        <LongState of={erasing} label="Erasing…" />
      </Dialog>
    </Card>
  );
}
