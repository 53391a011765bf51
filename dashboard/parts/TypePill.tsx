import { kindOf, type MemoryType } from '../../src/model/memory.ts';
import { nounWords } from '../words/nouns.ts';
import { useWords } from '../words/say.ts';
import styles from './memory.module.css';

/** The type of a memory; its colour says of which kind it is. */
export function TypePill({ type }: { type: MemoryType }) {
  const say = useWords(nounWords);
  return (
    <span className={styles.type} data-kind={kindOf(type)}>
      {say(`type.${type}`)}
    </span>
  );
}
