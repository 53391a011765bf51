import { DAY_MS } from '@sqrl/base/durations.ts';
import { type FileEvidence, strengthen } from './evidence.ts';
import { MAX_FILES, type PastChange } from './work.ts';

/** What the sessions before were busy with, where not long has passed: the more the task reads as a continuation. */
export function continuing(task: string, work: readonly PastChange[], now: number): FileEvidence {
  const evidence: FileEvidence = new Map();
  const sessions = new Map<string, number>();
  const short = Math.min(1, SHORT_TASK_CHARS / Math.max(SHORT_TASK_CHARS, task.length));
  const going = GOING_ON.test(task.slice(0, 400)) ? 1 : PLAINLY;
  for (const each of work) {
    if (each.isCommit) continue;
    const place = sessions.get(each.session) ?? sessions.size;
    sessions.set(each.session, place);
    if (place >= BACK) break;
    if (each.changed.length > MAX_FILES) continue;
    const late = 0.5 ** ((now - each.endedAt) / HALF_LIFE_MS);
    for (const path of each.changed)
      strengthen(evidence, path, {
        score: (late * going * (MIN_WEIGHT + (1 - MIN_WEIGHT) * short)) / (1 + place),
        why: place === 0 ? 'changed in the previous session' : 'changed a few sessions ago',
      });
  }
  return evidence;
}

/** Sessions back that are looked at. */
const BACK = 3;
const HALF_LIFE_MS = DAY_MS / 6;
const SHORT_TASK_CHARS = 300;
const MIN_WEIGHT = 0.3;
const PLAINLY = 0.7;

const GOING_ON =
  /\b(?:still|again|continue|go on|carry on|resume|proceed|keep going|next step|as before|same (?:issue|problem|error)|now|instead|encore|toujours|continue[rz]?|weiter|noch immer|wieder|sigue|otra vez|todav[ií]a)\b/i;
