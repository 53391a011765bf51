import type { UseQueryResult } from '@tanstack/react-query';
import type { CallError } from '../../../calls/trouble.ts';
import { Loading, TroubleNote } from '../../../parts/states.tsx';
import type { MapLocation } from '../at.ts';
import styles from '../map.module.css';
import type { Atlas } from '../picture.ts';
import type { ImpactOutput } from '../reach.ts';
import { FileSide } from './FileSide.tsx';
import { ImpactSide } from './ImpactSide.tsx';
import { ModuleSide } from './ModuleSide.tsx';
import { WholeSide } from './WholeSide.tsx';

interface SideProps {
  atlas: Atlas;
  at: MapLocation;
  /** Undefined where none is asked for. */
  impact: UseQueryResult<ImpactOutput, CallError> | undefined;
}

/** What is known of where one is. */
export function Side({ atlas, at, impact }: SideProps) {
  const module = at.module === undefined ? undefined : atlas.module.get(at.module);
  const file = at.file === undefined ? undefined : atlas.file.get(at.file);
  return (
    <aside className={styles.side} aria-label="Details">
      {impact ? (
        impact.data ? (
          <ImpactSide impact={impact.data} atlas={atlas} at={at} />
        ) : impact.error ? (
          <TroubleNote trouble={impact.error} onAgain={impact.refetch} />
        ) : (
          <Loading />
        )
      ) : file ? (
        <FileSide key={file.path} file={file} atlas={atlas} at={at} />
      ) : module ? (
        <ModuleSide key={module.name} module={module} atlas={atlas} at={at} />
      ) : (
        <WholeSide atlas={atlas} at={at} />
      )}
    </aside>
  );
}
