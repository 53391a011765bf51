import { existsSync } from 'node:fs';
import { applySetup } from '../../clients/setup/carry-out.ts';
import { CLIENT_SETUPS } from '../../clients/setup/clients.ts';
import { readInstalled } from '../../clients/setup/installed.ts';
import { launcherPath, launcherTarget } from '../../clients/setup/launcher.ts';
import { isNeeded, planFile } from '../../clients/setup/plan.ts';
import { projectAround, type SetupContext } from '../../clients/setup/surroundings.ts';
import { readForeign } from '../../clients/setup/text-file.ts';
import { bad, type DoctorFinding, look } from './finding.ts';

interface LauncherExam {
  here: SetupContext;
  cwd: string;
  version: string;
  now: number;
}

/** Checks that the programs which clients call are there. */
export function lookAtLauncher(exam: LauncherExam): DoctorFinding[] {
  const notes = readInstalled(exam.here.memory);
  if (!notes?.files.some(({ client }) => client !== null)) return [];
  return [...ofLauncher(exam), ...ofLostPrograms(exam)];
}

/** The launcher is a file of ours, which `sqrl init` writes for the package at hand. */
function ofLauncher({ here, version, now }: LauncherExam): DoctorFinding[] {
  const notes = readInstalled(here.memory);
  const target = launcherTarget(here);
  const change = planFile({ client: null, target });
  if (!isNeeded(change)) return [];
  const fix = () => {
    applySetup([change], { here, notes, now, version });
    return `${target.path} starts the hooks of this package.`;
  };
  if (change.before === undefined)
    return [bad('hooks', `${target.path} is missing: hooks do nothing.`, 'Run `sqrl init`.', fix)];
  const lost = programsIn(change.before).find((path) => !existsSync(path));
  return [
    lost === undefined
      ? look('hooks', `${target.path} starts another installation.`, 'Run `sqrl init` to use this one.', fix)
      : bad('hooks', `${target.path} points nowhere: ${lost} is gone.`, 'Run `sqrl init`.', fix),
  ];
}

/** Entries of ours in clients' files whose program is gone, such as those of a package that was removed. */
function ofLostPrograms({ here, cwd }: LauncherExam): DoctorFinding[] {
  const places = [here, { ...here, project: projectAround(cwd) }];
  const targets = places.flatMap((place) => CLIENT_SETUPS.flatMap((setup) => setup.targets(place)));
  const files = [...new Set(targets.map(({ path }) => path))];
  return files.flatMap((file) => {
    const lost = programsIn(textOf(file)).find((path) => path !== launcherPath(here) && !existsSync(path));
    return lost === undefined
      ? []
      : bad(
          'hooks',
          `${file} points nowhere: ${lost} is gone.`,
          'Run `sqrl init` to renew it, or `sqrl uninstall` to remove it.',
        );
  });
}

/** Paths of our programs in a text, between quotes or without blanks. */
const programsIn = (text: string): string[] =>
  [...text.matchAll(PROGRAMS)].map(([, quoted, plain]) => (quoted ?? plain)!);

const PROGRAMS =
  /'([/A-Z][^']{0,4000}?(?:sqrl-hook(?:\.cjs)?|hooks[\\/]hook\.js|bin[\\/]sqrl\.mjs))'|(?<![^\s"'=])(\/[^\s"']{0,4000}?(?:sqrl-hook(?:\.cjs)?|hooks[\\/]hook\.js|bin[\\/]sqrl\.mjs))(?![^\s"'])/g;

function textOf(path: string): string {
  try {
    return readForeign(path) ?? '';
  } catch {
    // Told by the check of its client.
    return '';
  }
}
