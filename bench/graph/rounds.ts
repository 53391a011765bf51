import { execFileSync } from 'node:child_process';
import { hundredths } from '../percentiles.ts';
import type { PeerFigures } from './peer.ts';

export interface Rounds {
  /** How many times as many files a CPU second as the peer: the middle of all rounds, and each. */
  median: number;
  each: number[];
}

/**
 * Has ours and the peer index in turn: a machine that others use as well is now quick and now slow. Ours begins in a
 * process of its own each time, as the peer does, so that nothing is warm from the round before.
 */
export function timesPeer(count: number, data: string, peer: () => PeerFigures): Rounds {
  const each = Array.from({ length: count }, () => {
    const ours = indexAlone(data);
    const theirs = peer();
    return hundredths(ours.files / ours.cpuS / (theirs.files / theirs.index.cpuS));
  });
  return { median: each.toSorted((a, b) => a - b)[Math.floor(count / 2)]!, each };
}

function indexAlone(data: string): { files: number; cpuS: number } {
  const command = [...process.execArgv, process.argv[1]!, 'graph', '--data', data, '--json'];
  const said = execFileSync(process.execPath, command, { encoding: 'utf8', maxBuffer: 2 ** 26 });
  const { files, index } = JSON.parse(said.trim().split('\n').at(-1)!);
  return { files, cpuS: index.cpuS };
}
