import { Button } from '@mantine/core';
import { useDo, useVerb } from '../../calls/verb.ts';
import { CommandLine } from '../../parts/CommandLine.tsx';
import { Loading } from '../../parts/Loading.tsx';
import { Card } from '../../parts/Page.tsx';
import { TroubleNote } from '../../parts/TroubleNote.tsx';
import { useWords } from '../../words/say.ts';
import { useFormats } from '../../words/times.ts';
import { useMeans } from './setting.ts';
import styles from './settings.module.css';
import { settingsWords } from './words.ts';

/** The rules by which memories come to hold, are put away and fade. */
export function PolicyPart() {
  const say = useWords(settingsWords);
  const means = useMeans();
  const { number } = useFormats();
  const { data, error, isPending, refetch } = useVerb('policy', {});
  const init = useDo('policy');
  return (
    <Card title={say('policy.title')} side={data && <code className="mono">{data.path}</code>}>
      <p className={styles.told}>{say('policy.text')}</p>
      {isPending && <Loading lines={4} />}
      {error && !data && <TroubleNote trouble={error} onAgain={refetch} />}
      {data && (
        <table className={styles.table}>
          <thead>
            <tr>
              <th scope="col">{say('policy.rule')}</th>
              <th scope="col">{say('policy.value')}</th>
              <th scope="col">{say('policy.default')}</th>
            </tr>
          </thead>
          <tbody>
            {data.rules.map(({ key, value, default: standard, means: told }) => (
              <tr key={key} data-changed={value !== standard || undefined}>
                <td>
                  <code>{key}</code>
                  <small>{means(key.startsWith('decay.') ? 'decay' : key, told)}</small>
                </td>
                <td className="number">{number(value)}</td>
                <td className="number">{standard === null ? '' : number(standard)}</td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
      {data && !data.exists && (
        <Button
          variant="default"
          mt="sm"
          loading={init.isPending}
          onClick={() => init.mutate({ init: true })}
        >
          {say('policy.init')}
        </Button>
      )}
      {data?.exists && <CommandLine command={`$EDITOR ${data.path}`} does={say('policy.edit')} />}
      {init.error && <TroubleNote trouble={init.error} />}
    </Card>
  );
}
