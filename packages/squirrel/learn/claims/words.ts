/** The words of a text in small letters, one blank between them; "don't" and "dont" are the same. */
export const wordsOf = (text: string): string =>
  text
    .toLowerCase()
    .replace(/(?<=\p{L})['’‘´`](?=\p{L})/gu, '')
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .trim();

/** The words of a text that carry its meaning, in their plain forms, sorted, each once. */
export const significantWords = (text: string): string[] =>
  [...new Set(meantWords(text))].sort().slice(0, MAX_WORDS);

/** Whether two texts begin with the same word of meaning and share another: "update all docs", "update the docs as needed". */
export function beginAlike(a: string, b: string): boolean {
  const [one, other] = [meantWords(a), meantWords(b)];
  return one.length > 1 && one[0] === other[0] && new Set(one).intersection(new Set(other)).size > 1;
}

const meantWords = (text: string): string[] =>
  (text.toLowerCase().replace(/’/g, "'").replace(ELIDED, ' ').match(WORD) ?? [])
    .filter((word) => !FILLERS.has(word))
    .map(plain)
    .filter((word) => word.length > 1 && !FILLERS.has(word));

const MAX_WORDS = 14;

/** French articles and pronouns: "l'", "qu'". */
const ELIDED = /(?<![\p{L}\p{N}])(?:[nldjscmt]|qu)'/gu;

/** A word, a path or a name with its signs; a long run of signs is looked through once. */
const WORD = /(?:(?<![$@./-])[$@./-]*[\p{L}\p{N}_])+(?:'[\p{L}]+)?/gu;

/** Crude on purpose: it brings "adding", "adds" and "add" together. */
const plain = (word: string): string =>
  /[./_@\d]/.test(word) || word.length < 5
    ? word.replace(/(?<=\p{L}{3})s$/u, '')
    : word
        .replace(/'s$/, '')
        .replace(/(?:ations?|ings?|ed|ies|es|s|e|y)$/u, '')
        .replace(/([bdgmnprt])\1$/, '$1');

/** Words that name no matter, in the forms above: small words, wishes, changes, and verbs that everything is done with. */
const FILLERS: ReadonlySet<string> = new Set(
  `a an the of to in on at for with by from into onto and or but so as is are be was were been being am via per
  i we you it they he she me us my our your its their this that these those there here who which what where
  do does did done doing have has had having will would shall should must may might can could cannot need needs got get getting
  please always never ever don't doesn't not no nor stop avoid again anymore any more only just also too very really way far
  now on going forward future next time whenever every each when make sure ensure remember keep mind note that's
  instead rather than over prefer preferred want like let's let lets go goes gone went use uses using used
  decided decide agreed because since otherwise all still longer allowed required least most then if isn't aren't
  i'd we'd we'll i'll we're we've i've you'd mustn't shouldn't can't won't it's as after before once
  raise raised increase increased lower lowered reduce reduced bump bumped change changed set current currently
  new switch switched move moved moving migrate migrated back stays stay remains remain default
  add adding write writ run running call follow stick switch mov migrat put work writing install thing things
  everything everyth anything anyth place here team tool command cmd version latest correct right standard
  without unless explicitly automatically think convention polic rul choos chose opted settl settled format styl
  replac replaced upgrad upgraded pick picked standardis standardiz standardised standardized host choic quit hate dislik lov includ
  code project repo repository codebase app file ditch ditched drop dropped scrap scrapped left leaving retired banned history dead
  out off away goodbye mistake pain mess nightmare last week month yesterday today recently finally actually turns favour favor
  after moving renam renamed swap swapped permanently revisit revisited decision against point
  le la les de des du un une et ou pas plus ne pour dans sur avec toujours jamais est sont on nous vous utilise utilisons désormais
  finalement plutôt que place ajoute ajouter ajout écris mets réponds réponse travaill passe passons maintenant
  der die das den dem ein eine einen und oder nicht mehr für mit von auf im in ist sind wir ihr bitte immer nie niemals ab jetzt sofort
  verwenden verwendet benutzen nutzen nehmen nimm umgestiegen statt raus zu schreib schreibe schreiben füge hinzu
  el los las y o no para con en usa usamos usar siempre nunca ahora ya hemos por más responde escribe añade cambiamos migrado`
    .split(/\s+/)
    .flatMap((word) => [word, plain(word)]),
);
