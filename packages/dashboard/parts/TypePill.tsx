import { kindOf, type MemoryType } from '@sqrl/base/model/memory.ts';
import { nounWords } from '../words/nouns.ts';
import styles from './memory.module.css';

/** The type of a memory; its colour says of which kind it is. */
export function TypePill({ type }: { type: MemoryType }) {
  return (
    <span className={styles.type} data-kind={kindOf(type)}>
      {nounWords[`type.${type}`]}
    </span>
  );
}
