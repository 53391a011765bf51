import { coreOf } from '@sqrl/base/shell/command.ts';
import { matchesOf } from '@sqrl/base/text/matches.ts';
import { COMMAND_KINDS, type CommandKind } from '../observe/behavior/command-kind.ts';

/** The purposes of commands, by the words around them or their own, the narrower first. */
const PURPOSES: readonly (readonly [key: CommandKind | 'command.deploy', about: RegExp])[] = [
  [
    'command.single_test',
    /\b(?:single|one|individual|specific) (?:unit |e2e )?(?:tests?|specs?)(?: file)?\b/i,
  ],
  ['command.test_e2e', /\b(?:e2e|end-to-end)\b/i],
  ['command.typecheck', /\btype ?-?check(?:s|ing)?\b|\btsc\b|--noEmit\b/i],
  ['command.lint', /\blint(?:er|ing|s)?\b/i],
  ['command.format', /\bformat(?:ting|s|ter)?\b/i],
  ['command.test', /\b(?:unit )?(?:tests?|test suite|specs|pruebas)\b/i],
  ['command.migrate', /\bmigrat(?:e|es|ion|ions|ing)\b/i],
  ['command.build', /\bbuild(?:s|ing)?\b|\bcompil(?:e|ing)\b/i],
  ['command.deploy', /\bdeploy(?:s|ing|ment)?\b/i],
  [
    'command.run',
    /\b(?:dev server|(?:start|run|launch)(?:ing|s)? (?:the )?(?:app|application|server|project|site)|locally)\b/i,
  ],
];

const RUNNER =
  /^(?:npm|pnpm|yarn|bun|bunx|npx|make|just|task|cargo|go|uv|poetry|python3?|pytest|mvn|gradle|\.\/[\w./-]+|docker|docker-compose|deno|rake|bundle|mix|dotnet|php|composer|nx|turbo|tox|rails|flutter|swift|sbt|bazel|tsc|vitest|jest|eslint|biome|playwright)(?: |$)/;
const QUOTED = /`([^`\n]{3,120})`/g;
/** Programs with the name of a common word, or that people speak of by name, count only with their arguments. */
const PROGRAM =
  '(?:npm|pnpm|yarn|bun|bunx|npx|cargo|uv|poetry|python3?(?= (?:-|[\\w/]+(?:[./][\\w/]+)+))|mvn|gradle|\\./[\\w./-]+|docker(?= (?:compose|build|run|exec|up|push|pull|stop|ps|logs)\\b)|docker-compose|deno|composer|dotnet|(?:pytest|tsc|vitest|jest|eslint|biome)(?= (?:-|run\\b|watch\\b|check\\b|lint\\b|format\\b|ci\\b|related\\b|[\\w-]*[./*]))|go(?= (?:test|build|run|vet)\\b)|make(?= (?:test|check|build|lint|dev|run|install)\\b)|just(?= (?:test|check|build|lint|dev|run)\\b))';
/** "npm breaks the lockfile" says something of npm, and is not a command. */
const VERB = '(?!tests\\b|types\\b|docs\\b)[a-z]{3,}[^s\\W]s\\b(?![:-])';
const ARGUMENT = `(?: (?!(?:and|or|to|for|not|instead|rather|because|since|before|after|when|in|on|with|is|as|so|but|here|now|please|always|never|from|over|then|otherwise|unless|the|we|you|i|uses?|it|that|this|are|was|will|running|installed|version|files?|config|rules?|errors?|workspaces?|scripts?|packages?|registry|store|lock-?files?|only|tests|mocks?|by|via|at|again|everywhere|must|should|needs?|any|any ?more|no|out|gone|got|has|have|had|were|these|those|too|won|nowadays|permanently|off|than|if|our|an?|auf|von|und|mit|ist|et|pour|est|y|para|por)\\b)[\\w@:./=-]+)+`;
const BARE = new RegExp(`(?<![\\w/.-])${PROGRAM}(?! ${VERB})${ARGUMENT}`, 'g');

/** The commands in a text, as they are run, with their places. */
export function commandsIn(text: string): { command: string; start: number; end: number }[] {
  const quoted = matchesOf(QUOTED, text);
  const found = quoted.length > 0 ? quoted : matchesOf(BARE, text);
  return found.flatMap(({ 0: all, 1: inner = all, index: start }) => {
    const isCommand = quoted.length === 0 || (RUNNER.test(inner.trim()) && /\s|^\.\//.test(inner.trim()));
    return isCommand ? [{ command: coreOf(inner.trim()), start, end: start + all.length }] : [];
  });
}

/** The purpose of a command and the text around it; undefined if nothing names it. `isNamed`: its own words do not count. */
export function purposeOf(
  command: string,
  around: string,
  { isNamed }: { isNamed: boolean },
): { key: string; subject: string; around: string } | undefined {
  const found =
    PURPOSES.find(([, about]) => about.test(around)) ??
    (isNamed ? undefined : PURPOSES.find(([key, about]) => about.test(command) || isStart(key, command)));
  if (!found) return undefined;
  const [key, about] = found;
  const subject = key === 'command.deploy' ? 'deploying' : COMMAND_KINDS[key];
  return { key, subject, around: around.replace(new RegExp(about.source, 'gi'), ' ') };
}

/** In a command, "start" means the app; in a sentence it may mean anything. */
const isStart = (key: string, command: string): boolean =>
  key === 'command.run' && /\b(?:dev|start|serve)\b/i.test(command);
