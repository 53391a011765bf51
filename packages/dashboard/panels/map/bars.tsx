import type { MapLocation, MapSpot } from './at.ts';
import styles from './map.module.css';
import { baseOf } from './picture.ts';

/** Where one is, from the whole down; each step leads back there. */
export function Crumbs({ at, impact }: { at: MapLocation; impact: string | undefined }) {
  const { module, file } = at;
  const steps: [name: string, to: MapSpot][] = [
    ['Whole codebase', {}],
    ...(module === undefined ? [] : [[module, { module }] as [string, MapSpot]]),
    ...(file === undefined ? [] : [[baseOf(file), { module, file }] as [string, MapSpot]]),
    ...(at.impact === undefined ? [] : [[`Impact of ${impact ?? at.impact}`, at] as [string, MapSpot]]),
  ];
  return (
    <nav aria-label="Where you are" className={styles.crumbs}>
      <ol className="fine">
        {steps.map(([name, to], i) => (
          <li key={name}>
            {i === steps.length - 1 ? (
              <span aria-current="location">{name}</span>
            ) : (
              <button type="button" className="bare link" onClick={() => at.go(to)}>
                {name}
              </button>
            )}
          </li>
        ))}
      </ol>
    </nav>
  );
}

const COLORS = { known: 'has memories', stale: 'some are stale', unknown: 'no memories' };
const LINES = { on: 'imports', by: 'imported by' };
const IMPACT = { self: 'the symbol', one: 'uses it', two: 'two steps away', three: 'three' };

/** What the colors mean. */
export const Legend = ({ impact }: { impact: boolean }) => (
  <ul className={styles.legend} aria-label="Legend">
    {Object.entries(impact ? IMPACT : { ...COLORS, ...LINES }).map(([mark, means]) => (
      <li key={mark} data-mark={mark}>
        {means}
      </li>
    ))}
  </ul>
);
