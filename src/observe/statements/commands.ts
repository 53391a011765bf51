import { coreOf } from '../../words/command.ts';

/** What a command is for, by the words around it. The narrower first. */
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
    /\b(?:dev server|(?:start|run|launch)(?:ing|s)? (?:the )?(?:app|application|server|project|site)|run locally|dev environment|locally)\b|\b(?:run )?(?:dev|start|serve)\b/i,
  ],
];

const RUNNER =
  '(?:npm|pnpm|yarn|bun|bunx|npx|make|just|task|cargo|go|uv|poetry|python3?|pytest|mvn|gradle|\\./[\\w./-]+|docker|docker-compose|deno|rake|bundle|mix|dotnet|php|composer|nx|turbo|tox|rails|flutter|swift|sbt|bazel|tsc|vitest|jest|eslint|biome|playwright)';
const QUOTED = /`([^`\n]{3,120})`/g;
/** Some programs are called like common words; those only with what they are mostly asked for. */
const PLAIN =
  '(?:npm|pnpm|yarn|bun|bunx|npx|cargo|uv|poetry|python3?|pytest|mvn|gradle|\\./[\\w./-]+|docker|docker-compose|deno|composer|dotnet|tsc|vitest|jest|eslint|biome|go(?= (?:test|build|run|vet)\\b)|make(?= (?:test|check|build|lint|dev|run|install)\\b)|just(?= (?:test|check|build|lint|dev|run)\\b))';
const BARE = new RegExp(
  `(?<![\\w/.-])(${PLAIN}(?: (?!and\\b|or\\b|to\\b|for\\b|not\\b|instead|rather|because|since|before|after|when|in\\b|on\\b|with\\b|is\\b|as\\b|so\\b|but\\b|here|now|please|always|never|from\\b|over\\b|then\\b|otherwise|unless|the\\b|we\\b|you\\b|i\\b|use|uses|it\\b|that\\b|this\\b|are\\b|was\\b|will\\b|running|installed|version|files?\\b|config|rules?\\b|errors?|workspaces?|by\\b|via\\b|at\\b|again|everywhere|must|should|needs?)[\\w@:./=-]+)+)`,
  'g',
);

/** The commands that stand in a text, as they are run. */
export function commandsIn(text: string): string[] {
  const quoted = [...text.matchAll(QUOTED)].map(([, inner]) => inner!.trim());
  const commands = quoted.filter((inner) => new RegExp(`^${RUNNER}(?: |$)`).test(inner) && /\s/.test(inner));
  if (quoted.length > 0) return commands.map(coreOf);
  return [...text.matchAll(BARE)].map(([, command]) => coreOf(command!));
}

/** What the commands in a statement are for; undefined where nothing says so. */
export function purposeOf(command: string, sentence: string): { key: string; subject: string } | undefined {
  const around = sentence.replaceAll(command, ' ');
  const found =
    PURPOSES.find(([, , about]) => about.test(around)) ?? PURPOSES.find(([, , about]) => about.test(command));
  return found && { key: found[0], subject: found[1] };
}
