import type { EdgeKind, Language, LinkMethod, SymbolKind } from '@sqrl/base/model/code.ts';
import type { FileFacts } from '../facts/facts.ts';
import {
  type FileLink,
  importLink,
  type Linker,
  type LinkTarget,
  type LinkWorld,
  withoutRepeats,
} from '../facts/linker.ts';

/** A name that leads to something, noted where it stands. */
interface NotedMention {
  /** Index of the symbol it stands in; -1 for the file. */
  from: number;
  line: number;
  kind: EdgeKind;
}

interface MentionLanguage<Mention extends NotedMention, Detail extends { mentions: Mention[] }> {
  language: Language;
  /** What a mention leads to; several, where it is not known which. */
  resolve(
    mention: Mention,
    path: string,
    world: LinkWorld,
  ): readonly { to?: LinkTarget | undefined; how: LinkMethod }[];
  /** The files that imports lead to; `used` are those that mentions lead to. */
  imports(
    file: FileFacts<Detail>,
    world: LinkWorld,
    used: ReadonlySet<string>,
  ): readonly { to: string | undefined; line: number }[];
  /** Whether a mention of one kind may lead to a symbol of another. */
  fits(kind: Mention['kind'], target: SymbolKind | undefined): boolean;
}

/** Makes a linker of a language whose reader notes its mentions. */
export const mentionLinker = <Mention extends NotedMention, Detail extends { mentions: Mention[] }>({
  language,
  resolve,
  imports,
  fits,
}: MentionLanguage<Mention, Detail>): Linker => ({
  languages: [language],
  link(facts, world) {
    const file = facts as FileFacts<Detail>;
    const mentioned = file.detail.mentions.flatMap((mention) => {
      const { from, kind, line } = mention;
      return resolve(mention, file.path, world).flatMap(({ to, how }): FileLink[] =>
        to && to.symbol !== -1 && fits(kind, world.facts(to.path)?.symbols[to.symbol]?.kind)
          ? [{ from, to, kind, how, line }]
          : [],
      );
    });
    const links = withoutRepeats(mentioned, file.path);
    const used = new Set(links.map(({ to }) => to.path));
    const imported = imports(file, world, used).flatMap(({ to, line }) => importLink(file.path, to, line));
    return [...withoutRepeats(imported, file.path), ...links];
  },
});
