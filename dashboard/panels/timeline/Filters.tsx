import { Checkbox, Select } from '@mantine/core';
import { CLIENTS } from '../../../src/model/event.ts';
import type { Output } from '../../../src/protocol/verbs.ts';
import { useWords } from '../../words/say.ts';
import { useFormats } from '../../words/times.ts';
import styles from './timeline.module.css';
import { STATUSES, type TimelineState } from './timeline-state.ts';
import { timelineWords } from './words.ts';

/** Which sessions are shown: of whom, how they ended, and only the hard ones. */
export function Filters({ wanted, data }: { wanted: TimelineState; data: Output<'timeline'> }) {
  const say = useWords(timelineWords);
  const { number } = useFormats();
  const clients = CLIENTS.filter((client) => (data.byClient[client] ?? 0) > 0);
  return (
    <div className={styles.filters}>
      <span className="quiet number" role="status">
        {say('total', { n: data.total })}
      </span>
      <Checkbox
        size="xs"
        label={say('filter.hard')}
        checked={wanted.hard}
        onChange={({ currentTarget: { checked } }) =>
          wanted.set({ hard: checked ? '1' : undefined, page: undefined })
        }
      />
      <Select
        aria-label={say('filter.status')}
        placeholder={say('filter.anyStatus')}
        clearable
        value={wanted.status ?? null}
        onChange={(status) => wanted.set({ status: status ?? undefined, page: undefined })}
        data={STATUSES.map((value) => ({ value, label: say(`status.${value}`) }))}
      />
      <Select
        aria-label={say('filter.client')}
        placeholder={say('filter.anyClient')}
        clearable
        value={wanted.client ?? null}
        onChange={(client) => wanted.set({ client: client ?? undefined, page: undefined })}
        data={clients.map((value) => ({ value, label: `${value} · ${number(data.byClient[value]!)}` }))}
      />
    </div>
  );
}
