import { useDisclosure } from '@mantine/hooks';
import { useMemo, useState } from 'react';
import { Loading, TroubleNote } from '../../parts/states.tsx';
import { BulkBar } from './BulkBar.tsx';
import { Detail } from './Detail.tsx';
import { FacetRail } from './FacetRail.tsx';
import { List } from './List.tsx';
import { useMemoryListState } from './list-state.ts';
import { useMarks } from './marks.ts';
import styles from './memories.module.css';
import { usePages } from './pages.ts';
import { Toolbar } from './Toolbar.tsx';

/** Every memory: found by words or filters, seen from all sides, put right. */
export default function Memories() {
  const wanted = useMemoryListState();
  const [range, setRange] = useState<readonly [number, number]>([0, 0]);
  const [why, showWhy] = useDisclosure(false);
  const [filtersOpen, filters] = useDisclosure(false);
  const { query, sort, filter, weaker } = wanted;
  const asked = useMemo(() => ({ query, sort, filter, weaker }), [query, sort, filter, weaker]);
  const pages = usePages(asked, range);
  const marks = useMarks(asked, pages);
  return (
    <div className={`wide ${styles.panel}`} data-open={wanted.open !== undefined || undefined}>
      <Toolbar wanted={wanted} pages={pages} why={why} onWhy={showWhy.toggle} onFilters={filters.toggle} />
      <FacetRail wanted={wanted} facets={pages.facets} opened={filtersOpen} onClose={filters.close} />
      <div className={styles.middle} data-old={pages.old || undefined}>
        {marks.count > 0 && <BulkBar marks={marks} total={pages.total} />}
        {pages.state === 'failed' ? (
          <TroubleNote trouble={pages.trouble!} onAgain={pages.again} page />
        ) : pages.state === 'pending' ? (
          <Loading lines={12} />
        ) : (
          <List
            key={JSON.stringify(asked)}
            wanted={wanted}
            pages={pages}
            marks={marks}
            why={why}
            onWhy={showWhy.toggle}
            onRange={setRange}
          />
        )}
      </div>
      {wanted.open !== undefined && (
        <Detail key={wanted.open} id={wanted.open} onClose={() => wanted.setOpen(undefined)} />
      )}
    </div>
  );
}
