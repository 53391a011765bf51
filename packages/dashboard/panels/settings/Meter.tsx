import { Progress } from '@mantine/core';
import styles from './settings.module.css';

interface MeterProps {
  label: string;
  value: number;
  of: number;
  /** Both, as they are written. */
  said: [value: string, of: string];
}

/** How much of what may be spent today is spent. */
export function Meter({ label, value, of, said }: MeterProps) {
  const share = of > 0 ? Math.min(1, value / of) : value > 0 ? 1 : 0;
  const color = share >= 1 ? 'red' : share > 0.8 ? 'yellow' : 'russet';
  return (
    <div className={styles.meter}>
      <span>{label}</span>
      <Progress aria-label={label} value={share * 100} color={color} />
      <small className="number">{`${said[0]} of ${said[1]} today`}</small>
    </div>
  );
}
