import { Button, Group, NativeSelect, TextInput } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import { useState } from 'react';
import { useLocation } from 'wouter';
import { useChoice } from '../../app/projects.tsx';
import { useLong } from '../../calls/long.ts';
import { Dialog } from '../../parts/Dialog.tsx';
import { LongBar } from '../../parts/LongBar.tsx';
import { Card } from '../../parts/Page.tsx';
import { TroubleNote } from '../../parts/TroubleNote.tsx';
import { useWords } from '../../words/say.ts';
import styles from './settings.module.css';
import { settingsWords } from './words.ts';

type EraseTarget = 'project' | 'user' | 'both';

/** Erases everything, once its name has been typed. */
export function Erase() {
  const say = useWords(settingsWords);
  const { project } = useChoice();
  const [, go] = useLocation();
  const [of, setOf] = useState<EraseTarget>(project ? 'project' : 'user');
  const [isAsked, setIsAsked] = useState(false);
  const [typed, setTyped] = useState('');
  const { progress, trouble, run } = useLong('forgetAll');
  const name = of === 'project' ? (project?.name ?? '') : say('erase.word');
  const choices: EraseTarget[] = project ? ['project', 'user', 'both'] : ['user'];
  const close = () => {
    setIsAsked(false);
    setTyped('');
  };
  const erase = async () => {
    const came = await run({ of });
    if (!came) return;
    close();
    notifications.show({ color: 'russet', message: say('erase.did', { n: came.forgotten }) });
    go('/');
  };
  return (
    <Card title={say('erase.title')} className={styles.danger}>
      <p className={styles.told}>{say('erase.text')}</p>
      <div className={styles.action}>
        <NativeSelect
          size="xs"
          aria-label={say('erase.what')}
          value={of}
          onChange={(event) => setOf(event.currentTarget.value as EraseTarget)}
          data={choices.map((one) => ({
            value: one,
            label: say(`erase.${one}`, { project: project?.name ?? '' }),
          }))}
        />
        <Button variant="outline" color="red" onClick={() => setIsAsked(true)}>
          {say('erase.ask')}
        </Button>
      </div>
      <Dialog opened={isAsked} onClose={close} title={say('erase.sure')} centered>
        <p>{say('erase.final')}</p>
        <TextInput
          data-autofocus
          label={say('erase.type', { name })}
          value={typed}
          onChange={(event) => setTyped(event.currentTarget.value)}
        />
        {progress && <LongBar label={say('erase.working')} progress={progress} />}
        {trouble && <TroubleNote trouble={trouble} />}
        <Group justify="flex-end" mt="md">
          <Button variant="default" onClick={close}>
            {say('erase.cancel')}
          </Button>
          <Button
            color="red"
            disabled={typed.trim() !== name}
            loading={progress !== undefined}
            onClick={() => void erase()}
          >
            {say('erase.do')}
          </Button>
        </Group>
      </Dialog>
    </Card>
  );
}
