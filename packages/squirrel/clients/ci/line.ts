import { timeOrNull } from '../reading/record.ts';

/** A line of a log without what the service and the terminal added. */
export interface CiLine {
  text: string;
  at: number | null;
}

// `gh run view --log` puts the job and the step first, Actions and GitLab the time, GitLab a number and a letter more.
const STEP = /^[^\t\n]*\t[^\t\n]*\t(?=\ufeff?\d{4}-\d\d-\d\dT)/;
const STAMP = /^\ufeff?\[?(\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d+)?Z)\]?(?: [\da-f]{2}[OE][+ ])? ?/;
const SECTION = /section_(?:start|end):\d+:[\w.-]+(?:\[[^\]]*\])?\r?/g;
const ANSI = /\x1b(?:\[[0-9;?]*[ -/]*[@-~]|\][^\x07\x1b]*(?:\x07|\x1b\\)|[@-Z\\-_])/g;

/** Takes a raw line apart. */
export function ciLineOf(raw: string): CiLine {
  const told = raw.replace(STEP, '');
  const stamp = STAMP.exec(told);
  const rest = (stamp ? told.slice(stamp[0].length) : told).replace(SECTION, '').replace(ANSI, '').trimEnd();
  // What a progress bar wrote over is gone on a screen, too.
  return {
    text: rest.slice(rest.lastIndexOf('\r') + 1).replace(/^\ufeff/, ''),
    at: stamp ? moment(stamp[1]!) : null,
  };
}

/** Tenths of microseconds are more than a date can hold. */
const moment = (stamp: string): number | null => timeOrNull(stamp.replace(/(\.\d{3})\d*Z$/, '$1Z'));
