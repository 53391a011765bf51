import { type Evidence, strengthen } from './evidence.ts';
import { DAY, MOST_FILES, type Work } from './work.ts';

/** What the sessions before were busy with, where not long has passed: the more the task reads as a continuation. */
export function continuing(task: string, work: readonly Work[], now: number): Evidence {
  const evidence: Evidence = new Map();
  const sessions = new Map<string, number>();
  const short = Math.min(1, SHORT / Math.max(SHORT, task.length));
  const going = GOING_ON.test(task.slice(0, 400)) ? 1 : PLAINLY;
  for (const each of work) {
    if (each.isCommit) continue;
    const place = sessions.get(each.session) ?? sessions.size;
    sessions.set(each.session, place);
    if (place >= BACK) break;
    if (each.changed.length > MOST_FILES) continue;
    const late = 0.5 ** ((now - each.endedAt) / LONG);
    for (const path of each.changed)
      strengthen(evidence, path, {
        score: (late * going * (FLOOR + (1 - FLOOR) * short)) / (1 + place),
        why: place === 0 ? 'changed in the session before' : 'changed a few sessions before',
      });
  }
  return evidence;
}

/** So many sessions back. */
const BACK = 3;
const LONG = DAY / 6;
const SHORT = 300;
const FLOOR = 0.3;
const PLAINLY = 0.7;

const GOING_ON =
  /\b(?:still|again|continue|go on|carry on|resume|proceed|keep going|next step|as before|same (?:issue|problem|error)|now|instead|encore|toujours|continue[rz]?|weiter|noch immer|wieder|sigue|otra vez|todav[ií]a)\b/i;
