import type { MapLocation, MapSpot } from './at.ts';
import styles from './map.module.css';
import { baseOf } from './picture.ts';
import { mapWords } from './words.ts';

/** Where one is, from the whole down; each step leads back there. */
export function Crumbs({ at, impact }: { at: MapLocation; impact: string | undefined }) {
  const { module, file } = at;
  const steps: { name: string; to: MapSpot }[] = [
    { name: 'Whole codebase', to: {} },
    ...(module === undefined ? [] : [{ name: module, to: { module } }]),
    ...(file === undefined ? [] : [{ name: baseOf(file), to: { module, file } }]),
    ...(at.impact === undefined ? [] : [{ name: `Impact of ${impact ?? at.impact}`, to: { ...at } }]),
  ];
  return (
    <nav aria-label="Where you are" className={styles.crumbs}>
      <ol>
        {steps.map(({ name, to }, i) => (
          <li key={name}>
            {i === steps.length - 1 ? (
              <span aria-current="location">{name}</span>
            ) : (
              <button type="button" onClick={() => at.go(to)}>
                {name}
              </button>
            )}
          </li>
        ))}
      </ol>
    </nav>
  );
}

/** What the colours mean. */
export function Legend({ impact }: { impact: boolean }) {
  const shown = impact
    ? (['self', 'one', 'two', 'three'] as const)
    : (['known', 'stale', 'unknown', 'on', 'by'] as const);
  return (
    <ul className={styles.legend} aria-label="Legend">
      {shown.map((name) => (
        <li key={name} data-mark={name}>
          {mapWords[`legend.${name}`]}
        </li>
      ))}
    </ul>
  );
}
