import { coreOf } from '../../../base/shell/command.ts';
import { matchesOf } from '../../../base/text/matches.ts';
import { mainClause } from './clause.ts';

/** What a command is for, by the words around it or its own. The narrower first. */
const PURPOSES: readonly (readonly [key: string, subject: string, about: RegExp])[] = [
  [
    'command.single_test',
    'running a single test',
    /\b(?:single|one|individual|specific|just one) (?:unit |e2e )?(?:tests?|specs?)(?: file)?\b|\bone test\b|un seul test|einzelne[nr]? tests?|un solo test/i,
  ],
  ['command.test_e2e', 'running the e2e tests', /\b(?:e2e|end-to-end)\b/i],
  ['command.typecheck', 'type checking', /\btype ?-?check(?:s|ing)?\b|\btsc\b|--noEmit\b/i],
  ['command.lint', 'linting', /\blint(?:er|ing|s)?\b/i],
  ['command.format', 'formatting', /\bformat(?:ting|s|ter)?\b/i],
  [
    'command.test',
    'running the tests',
    /\b(?:unit )?(?:tests?|test suite|specs)\b|les tests|die tests|las pruebas|los tests/i,
  ],
  ['command.migrate', 'migrating the database', /\bmigrat(?:e|es|ion|ions|ing)\b/i],
  ['command.build', 'building', /\bbuild(?:s|ing)?\b|\bcompil(?:e|ing)\b/i],
  ['command.deploy', 'deploying', /\bdeploy(?:s|ing|ment)?\b/i],
  [
    'command.run',
    'running the app',
    /\b(?:dev server|(?:start|run|launch)(?:ing|s)? (?:the )?(?:app|application|server|project|site)|run locally|dev environment|locally)\b/i,
  ],
];

/** Among the words around it, "start" may be said of anything. */
const STARTS = /\b(?:dev|start|serve)\b/i;

const RUNNER =
  /^(?:npm|pnpm|yarn|bun|bunx|npx|make|just|task|cargo|go|uv|poetry|python3?|pytest|mvn|gradle|\.\/[\w./-]+|docker|docker-compose|deno|rake|bundle|mix|dotnet|php|composer|nx|turbo|tox|rails|flutter|swift|sbt|bazel|tsc|vitest|jest|eslint|biome|playwright)(?: |$)/;
const QUOTED = /`([^`\n]{3,120})`/g;
/** Some programs are called like common words, or are spoken of by their names; those only with what they are asked for. */
const PLAIN =
  '(?:npm|pnpm|yarn|bun|bunx|npx|cargo|uv|poetry|python3?(?= (?:-|[\\w/]+(?:[./][\\w/]+)+))|mvn|gradle|\\./[\\w./-]+|docker(?= (?:compose|build|run|exec|up|push|pull|stop|ps|logs)\\b)|docker-compose|deno|composer|dotnet|(?:pytest|tsc|vitest|jest|eslint|biome)(?= (?:-|run\\b|watch\\b|check\\b|lint\\b|format\\b|ci\\b|related\\b|[\\w-]*[./*]))|go(?= (?:test|build|run|vet)\\b)|make(?= (?:test|check|build|lint|dev|run|install)\\b)|just(?= (?:test|check|build|lint|dev|run)\\b))';
/** "npm breaks the lockfile" tells of npm, and is not run. */
const VERB = '(?!tests\\b|types\\b|docs\\b)[a-z]{3,}[^s\\W]s\\b(?![:-])';
const BARE = new RegExp(
  `(?<![\\w/.-])${PLAIN}(?! ${VERB})(?: (?!and\\b|or\\b|to\\b|for\\b|not\\b|instead|rather|because|since|before|after|when|in\\b|on\\b|with\\b|is\\b|as\\b|so\\b|but\\b|here|now|please|always|never|from\\b|over\\b|then\\b|otherwise|unless|the\\b|we\\b|you\\b|i\\b|use|uses|it\\b|that\\b|this\\b|are\\b|was\\b|will\\b|running|installed|version|files?\\b|config|rules?\\b|errors?|workspaces?|scripts?\\b|packages?\\b|registry|store\\b|lock-?files?|only\\b|tests\\b|mocks?\\b|by\\b|via\\b|at\\b|again|everywhere|must|should|needs?|any\\b|any ?more|no\\b|out\\b|gone\\b|got\\b|has\\b|have\\b|had\\b|were\\b|these\\b|those\\b|too\\b|won\\b|nowadays|permanently|off\\b|than\\b|if\\b|our\\b|a\\b|an\\b)[\\w@:./=-]+)+`,
  'g',
);

/** The commands that stand in a text, as they are run. */
export function commandsIn(text: string): string[] {
  const quoted = matchesOf(QUOTED, text).map(([, inner]) => inner!.trim());
  const commands = quoted.filter((inner) => RUNNER.test(inner) && /\s|^\.\//.test(inner));
  return quoted.length > 0 ? commands.map(coreOf) : bareCommandsIn(text).map(coreOf);
}

/** The commands that stand in a text among its words, as they are written. */
export const bareCommandsIn = (text: string): string[] => text.match(BARE) ?? [];

/** Whether a statement against a command is against running it: "never skip `npm test`" wants it run. */
export const isAgainstRunning = (text: string): boolean => RUNS.test(mainClause(text));

const RUNS =
  /\b(?:run|runs|running|use|uses|using|call|calling|execut\w+|start|starting|invok\w+|do|lanc\w+|utilis\w+|führ\w+|nutz\w*|verwend\w*|benutz\w*|us[ae]\w*|ejecut\w+)\b|^(?:no|never|not|nie|jamais|nunca) (?!skip|forget|omit|miss|ignore|commit|push|merge|deploy|release)`?[\w./-]+ /iu;

/** What a command is for, and what else stands around it. */
export interface CommandPurpose {
  key: string;
  subject: string;
  around: string;
}

/** What the command of a statement is for; undefined where nothing says so. `isNamed`: its own words do not say it. */
export function purposeOf(
  command: string,
  sentence: string,
  { isNamed }: { isNamed: boolean },
): CommandPurpose | undefined {
  const around = sentence.replaceAll(command, ' ');
  const found =
    PURPOSES.find(([, , about]) => about.test(around)) ??
    (isNamed
      ? undefined
      : PURPOSES.find(
          ([key, , about]) => about.test(command) || (key === 'command.run' && STARTS.test(command)),
        ));
  if (!found) return undefined;
  const [key, subject, about] = found;
  return { key, subject, around: around.replace(new RegExp(about.source, 'gi'), ' ') };
}
