/**
 * The words by which a person says that something is meant to stay, per language: the only phrase list of learning. A
 * sentence with one needs no model, but for an order not to do something ("don't create a PR"), which may be meant for the task
 * alone, and a choice ("use A, not B"), which the model must not doubt.
 */
interface LanguageMarkers {
  /** Little words that tell the language. */
  spoken: string;
  /** Announces what is to be kept; not part of what is said. */
  remember: string;
  /** "Rule: …". Stands before a colon or a dash. */
  rule: string;
  /** "From now on". */
  lasting: string;
  /** Adverbs of an order that has no end, with what may stand between the start of the clause and them. */
  always: string;
  /** Begins an order not to do something. */
  dont: string;
  /** "We use A": says how it is, where "use A" may be of the task. */
  weUse: string;
  /** Between what is wanted and what it is set against, after a verb of using. */
  using: string;
  not: string;
  /** "X is called Y": a name follows. */
  called: string;
  /** "We decided that …", "let's settle on …". */
  decided: string;
  /** Limits a sentence to the task at hand. */
  forNow: string;
  /** Begins a question without a question mark. */
  asks: string;
}

const ENGLISH: LanguageMarkers = {
  spoken:
    'the|and|is|are|we|you|to|of|it|use|please|this|that|with|for|in|on|at|be|as|or|not|all|any|from|always|never|should|must|run|before|after',
  remember:
    "(?:please )?(?:remember|keep in mind|make a note|note|don'?t forget|for the record)(?: that\\b|[,:])|remember (?!back|when|how|what|why|where|who|if|to\\b|you\\b|me\\b|we\\b|i\\b|last\\b|the (?:time|other))",
  rule: '(?:new |our |the |house |hard |project |team |general |golden |coding )*(?:rule|convention|policy|guideline|decision|preference|requirement|constraint)(?: #?\\d+)?',
  lasting:
    'from (?:now|here|today|this point) (?:on(?:wards?)?|forward)|going forward|moving forward|as a (?:general )?rule(?! of)|henceforth|for all future \\w+',
  always:
    '(?:(?:you|we|agents?|everyone) (?:should|must|need to|have to|are to|will|shall) |we |i want you to |(?:make|be) sure (?:to |you |we |that you |that we )?|(?:should|must|shall) )?(?:always|never)(?! (?:mind|ending|again|been|had|got|seen|there|gonna|the (?:case|same)|in the|wonder|told|said|did|gave|shown|done|written|given|taken|known|made|took|went|came|knew|saw|ran|wrote|left|kept|lost|found|meant|thought|dealt|happen|\\w{2,}(?:ed|[^su]s)(?![\\w-])|\\d))',
  dont: "(?:please )?(?:(?:we )?(?:don'?t|do not)(?! (?:like|think|know|see|understand|have|care|get|mind|worry|remember|believe|feel)\\b)|stop|avoid|no more|never ever|we never|you (?:must not|mustn'?t|should not|shouldn'?t))",
  weUse: 'we (?:only |always |all )?(?:use|prefer|write|run|go with)',
  using: 'use|using|prefer|go with|write|run',
  not: 'not|never|instead of|rather than|over|and not',
  called:
    '(?:is|are) (?:called|named)(?! (?:by|from|in|on|at|when|with|twice|once|after|before|every|each|for|as|to|again|only|here|there|multiple|several|many|inside|during|without|if|because|but|and|so)\\b)',
  decided:
    "(?:(?:we|i)(?:'ve| have)?(?: just| already| now| all| finally)? (?:decided|agreed|settled)(?: (?:that|to|on|not to|against)\\b|:)|(?:we|i)(?:'ve| have)?(?: just| already| now| finally)? (?:(?:switched|migrated) to|(?:switched|migrated|moved) [^,;?]{0,60}?from [^,;?]{1,60}? to)\\b|let'?s (?:settle on|agree (?:on|that|to))\\b|(?:it is|it's|it was) (?:decided|settled|agreed)(?: that\\b|:))(?!.*\\b(?:but|however|though|earlier|yesterday)\\b)",
  forNow:
    'for now|as of now|at the moment|for the (?:moment|time being)|right now|this time|just (?:this|once|for|a)|(?:for|in|on) (?:this|that|the current) (?:pr|pull request|commit|branch|task|session|change|ticket|release|one|step|case|turn|fix)|temporarily|until (?:i|we|then|tomorrow|the)|(?<!-|\\b(?:me|us|\\w{2,}est|(?:most|least) \\w{2,20}|the|an?|its|our|your|my|their|each|every|very|is|are|was|were|gets?) )first(?!-| (?:off|of all|and foremost|time)\\b)|today|tonight|tomorrow|yet|not now|instead of that|go ahead|before (?:(?:we|you|i) (?:continue|proceed|move|go|do)|doing (?:that|this|it))|just (?:commit|create|do|add|make|push|keep|leave|fix|run)|(?:we|i) just need to',
  asks: "(?:maybe|perhaps|i wonder|what if|should|shall|can|could|would|will|do|does|did|is|are|was|were|has|have|what|why|how|which|who|where|isn'?t|aren'?t|don'?t (?:we|you|i)|doesn'?t) (?!not\\b)",
};

const GERMAN: LanguageMarkers = {
  spoken:
    'der|die|das|und|ist|wir|nicht|ein|eine|mit|für|den|im|auf|zu|bitte|immer|niemals|werden|nutze?|verwende[nt]?|ab',
  remember: '(?:bitte )?(?:merke? dir|denk(?:e)? daran|beachte|vergiss nicht)(?:,? dass\\b|[,:])?',
  rule: '(?:neue |unsere |die )?(?:regel|konvention|vorgabe|entscheidung|richtlinie)',
  lasting: 'ab (?:jetzt|sofort|heute)|von nun an|künftig|in zukunft|grundsätzlich',
  always: '(?:(?:wir|du|ihr) (?:\\w+ )?)?(?:bitte )?(?:immer|niemals|nie)(?! (?:noch|wieder|mehr))',
  dont: '(?:bitte )?(?:nicht|kein(?:e|en)?|nie mehr)',
  weUse: 'wir (?:nutzen|verwenden|benutzen|nehmen)|(?:nutzen|verwenden|benutzen) wir',
  using: 'nutze?n?|verwende[nt]?|benutze?n?|nimm|nehmen',
  not: 'nicht|statt|anstatt|anstelle von',
  called: '(?:(?<!\\bdas )heißt|heißen|nennen wir)(?!,? dass\\b)',
  decided:
    '(?:(?:wir|ich) haben?(?: uns| mich)?[^.?!]{0,80}? ?(?:beschlossen|entschieden|geeinigt|vereinbart|festgelegt)|wir (?:einigen|legen) uns auf|es (?:ist|wurde) (?:beschlossen|vereinbart))',
  forNow:
    'vorerst|erstmal|im moment|gerade|diesmal|nur jetzt|für diesen? (?:pr|commit|branch|aufgabe)|heute|zuerst',
  asks: '(?:soll(?:en|te[nt]?)?|kann(?:st)?|könn(?:en|te[nt]?)|ist|sind|hat|haben|was|warum|wieso|wie|welche[rs]?|wer|wo) ',
};

const FRENCH: LanguageMarkers = {
  spoken:
    "le|la|les|et|est|nous|jamais|toujours|utilise[zr]?|désormais|dorénavant|une?|des|pour|dans|que|je|tu|ce|pas|avec|sur|il|[ldnjc]'\\p{L}+",
  remember: "(?:souviens-toi|retiens|n'oublie pas|note[zr]?|garde en tête)(?: (?:que|qu')|[,:])",
  rule: '(?:nouvelle |notre |la )?(?:règle|convention|décision|consigne)',
  lasting: "désormais|dorénavant|à partir (?:de maintenant|d'aujourd'hui)|à l'avenir",
  always:
    "(?:il faut |tu dois |on doit |je veux que (?:tu|ce|cette|le|la|les)[^,.]{0,40}? )?(?:toujours \\w+(?:er|ir|re|ez)\\b|ne (?:jamais|\\S+ jamais)|n'\\S+ jamais|jamais (?:de|d'))",
  dont: "(?:ne (?:pas|\\S+ (?:pas|plus))|n'\\S+ (?:pas|plus)|pas de|évite[zr]?|arrête)",
  weUse: '(?:on utilise|nous utilisons)',
  using: 'utilise[zr]?|on utilise|nous utilisons|préfère|prends?',
  not: 'pas|plutôt que|au lieu de|et non',
  called: "(?:s'appelle(?:nt)?|on appelle)",
  decided:
    "(?:(?:on a|nous avons|j'ai) (?:décidé|convenu)|(?:on s'est|nous nous sommes) mis d'accord|mettons-nous d'accord|il (?:est|a été) (?:décidé|convenu))(?: (?:que|qu'|de|d'|sur|pour))",
  forNow:
    "pour l'instant|pour le moment|cette fois|d'abord|aujourd'hui|juste (?:ça|pour)|dans cette (?:pr|branche|tâche)",
  asks: "(?:est-ce|pourquoi|comment|quel(?:le)?s?|qui|où|que|qu'|peux-tu|pourrais-tu|as-tu) ?",
};

const SPANISH: LanguageMarkers = {
  spoken: 'el|la|los|las|y|es|que|un|una|para|en|con|por|del|se|lo|siempre|nunca',
  remember: '(?:recuerda|ten en cuenta|no olvides|anota)(?: que\\b|[,:])',
  rule: '(?:nueva |nuestra |la )?(?:regla|convención|decisión|política)',
  lasting: 'a partir de ahora|de ahora en adelante|en adelante|en el futuro',
  always: '(?:(?:debes|hay que|tienes que) )?(?:siempre|nunca|jamás)',
  dont: '(?:por favor )?no (?!es\\b|está\\b|hay\\b|funciona\\b|sé\\b|se\\b)',
  weUse: '(?:usamos|utilizamos)',
  using: 'usa(?:r|mos)?|utiliza(?:r|mos)?|prefiere',
  not: 'no|en vez de|en lugar de',
  called: '(?:se llama[n]?|llamamos)(?! (?:desde|dos|una vez|en|cuando|al|con|por)\\b)',
  decided:
    '(?:(?:hemos|he) (?:decidido|acordado)|decidimos|acordamos|quedamos en|se (?:ha )?(?:decidió|acordó|decidido|acordado))',
  forNow: 'por ahora|de momento|esta vez|hoy|(?<!\\bel )primero|en (?:este|esta) (?:pr|rama|tarea)',
  asks: '(?:qué|por qué|cómo|cuál(?:es)?|quién|dónde|puedes|podrías|deberíamos) ',
};

const PORTUGUESE: LanguageMarkers = {
  spoken: 'o|os|as|e|é|que|um|uma|para|em|com|não|do|da|no|na|você|sempre',
  remember: '(?:lembre-se|lembra|não esqueça|tenha em mente)(?: (?:de )?que\\b|[,:])',
  rule: '(?:nova |nossa |a )?(?:regra|convenção|decisão|política)',
  lasting: 'a partir de agora|de agora em diante|daqui (?:para|pra) frente|no futuro',
  always: '(?:(?:deve|você deve|tem que) )?(?:sempre|nunca|jamais)',
  dont: '(?:por favor )?não (?!é\\b|está\\b|há\\b|funciona\\b|sei\\b)',
  weUse: '(?:usamos|utilizamos)',
  using: 'us[ea](?:r|mos)?|utiliz[ea](?:r|mos)?',
  not: 'não|em vez de|ao invés de',
  called: '(?:se chama[m]?|chamamos)',
  decided: '(?:decidimos|decidi|combinamos|concordamos|ficou (?:decidido|combinado))',
  forNow:
    'por enquanto|por ora|desta vez|hoje|(?<!\\b(?:[on]|do|um) )primeiro|(?:neste|nesta) (?:pr|branch|tarefa)',
  asks: '(?:o que|por que|como|qual|quais|quem|onde|você pode|pode) ',
};

const ITALIAN: LanguageMarkers = {
  spoken: 'il|lo|gli|e|è|che|un|una|per|di|con|non|del|della|sempre|mai',
  remember: '(?:ricorda(?:ti)?|tieni presente|non dimenticare)(?: che\\b|[,:])',
  rule: '(?:nuova |nostra |la )?(?:regola|convenzione|decisione)',
  lasting: "d'ora in poi|da ora in poi|da adesso in poi|in futuro",
  always: '(?:(?:devi|bisogna) )?(?:sempre|mai|non \\S+ mai)',
  dont: "(?:per favore )?non (?!è\\b|funziona\\b|so\\b|c')",
  weUse: '(?:usiamo|utilizziamo)',
  using: 'usa(?:re|iamo)?|utilizza(?:re)?',
  not: 'non|invece di|al posto di',
  called: '(?:si chiama(?:no)?|chiamiamo)',
  decided: '(?:(?:abbiamo|ho) (?:deciso|concordato|stabilito)|si è deciso)',
  forNow: 'per ora|per adesso|stavolta|questa volta|oggi|prima di tutto',
  asks: '(?:cosa|perché|come|quale|chi|dove|puoi|potresti) ',
};

const POLISH: LanguageMarkers = {
  spoken: 'i|w|na|nigdy|używaj|z|się|nie|jest|że|do|aby|dla|to|jak|zawsze|po',
  remember: '(?:pamiętaj|zapamiętaj|nie zapomnij)(?:,? że\\b|,? aby\\b|[,:])',
  rule: '(?:nowa |nasza )?(?:zasada|reguła|konwencja|decyzja)',
  lasting: 'od teraz|odtąd|od dzisiaj|w przyszłości',
  always: '(?:zawsze|nigdy nie)',
  dont: '(?:proszę )?nie (?!działa\\b|ma\\b|jest\\b|wiem\\b|widzę\\b)',
  weUse: '(?:używamy|korzystamy z|stosujemy)',
  using: 'używaj(?:my)?|korzystaj(?:my)?|użyj',
  not: 'nie|zamiast',
  called: '(?:nazywa się|nazywają się|nazywamy)',
  decided: '(?:zdecydowaliśmy|ustaliliśmy|postanowiliśmy|zdecydowałem|uzgodniliśmy)',
  forNow: 'na razie|tym razem|dzisiaj|najpierw|w tym (?:pr|zadaniu|branchu)',
  asks: '(?:co|dlaczego|jak|jaki|jaka|jakie|kto|gdzie|czy) ',
};

const DUTCH: LanguageMarkers = {
  spoken: 'de|het|een|en|is|van|voor|niet|we|je|in|met|altijd|nooit',
  remember: '(?:onthoud|denk eraan|vergeet niet)(?: dat\\b|[,:])',
  rule: '(?:nieuwe |onze )?(?:regel|conventie|afspraak|beslissing)',
  lasting: 'vanaf nu|voortaan|in het vervolg|in de toekomst',
  always: '(?:(?:je|we) (?:moet|moeten) )?(?:altijd|nooit)',
  dont: '(?:niet|geen)',
  weUse: '(?:we|wij) gebruiken',
  using: 'gebruik(?:en)?',
  not: 'niet|in plaats van',
  called: '(?:heet|heten|noemen we)',
  decided: '(?:(?:we|ik) (?:hebben|heb)[^.?!]{0,80}? ?(?:besloten|afgesproken|gekozen voor))',
  forNow: 'voorlopig|voor nu|deze keer|vandaag|eerst',
  asks: '(?:wat|waarom|hoe|welke|wie|waar|kun je|kan) ',
};

/** Written without blanks between words: markers stand anywhere. */
const CHINESE_JAPANESE = {
  strong:
    /(?:今后|今後|从现在开始|從現在開始|以后都|以後都|记住|記住|请记住|請記住|总是|總是|永远不要|永遠不要|绝不|絕不|必须始终|これからは|今後は|必ず|決して|絶対に|覚えて|我们决定|我們決定|我们约定|ことにしました|と決めました)/u,
  weak: /(?:不要|别再|別再|请勿|請勿|不允许|しないで|使わないで|してはいけない|ではなく)/u,
  lead: /^(?:请|請)?(?:记住|記住|覚えて(?:おいて)?(?:ください)?)[，,：:、]?\s*/u,
  forNow: /(?:暂时|暫時|这次|這次|先|今回|とりあえず|今は)/u,
};

/** What may stand before a marker without being part of what is said. */
const LEAD =
  '(?:(?:ok(?:ay)?|so|and|also|but|please|again|no|yes|btw|hey|important|well|then|now|just|oh|bitte|aber|und|mais|et|donc|pero|y|por favor|e|proszę|en|maar)[,.:!]?\\s+){0,3}';
const START = '(?<![\\p{L}\\p{N}])';
const END = '(?![\\p{L}\\p{N}])';

/** The markers of a language as expressions; those of a word look at whole words. */
const compiled = (of: LanguageMarkers) => ({
  spoken: new RegExp(`${START}(?:${of.spoken})${END}`, 'giu'),
  leads: [
    new RegExp(`^${LEAD}(?:${of.remember})\\s*`, 'iu'),
    new RegExp(`^${LEAD}(?:${of.rule})\\s*(?::|\\s[–—-])\\s*`, 'iu'),
    new RegExp(`^${LEAD}(?:${of.lasting})${END}\\s*[,:–—-]?\\s*`, 'iu'),
  ],
  lasting: new RegExp(`${START}(?:${of.lasting})${END}`, 'iu'),
  always: new RegExp(
    `(?:^${LEAD}|[,;:]\\s+|${START}(?:must|should|shall)\\s+)(?:${of.always})${END}\\s+[\\p{L}\\p{N}\`"']`,
    'iu',
  ),
  forbids: new RegExp(`^${LEAD}(?:${of.dont})${END}\\s*\\S+`, 'iu'),
  chooses: new RegExp(
    `(?:^${LEAD}|${START}(?:we|wir|on|nous|only|always)\\s+)(?:only |always |immer )?(?:${of.using})\\s+[^,;?]{1,60}?,?\\s+(?:${of.not})\\s+\\S+`,
    'iu',
  ),
  weUse: new RegExp(
    `^${LEAD}(?:(?:${of.weUse})\\s+[^,;?]{1,60}?,?\\s+(?:${of.not})\\s+\\S+` +
      // The other way round: "don't use npm, we use pnpm".
      `|(?=[^,;?]{0,80}(?:${of.using}))[^,;?]{0,30}?${START}(?:${of.dont}|${of.not})${END}[^,;?]{1,60}[,;–—]\\s+(?:${of.weUse})\\s+\\S+)`,
    'iu',
  ),
  called: new RegExp(
    `^(?!(?:[^?,]{1,20}\\s)?(?:it|this|that|they|es|das|ce|cela|ça|esto)\\s)[^?,]{2,40}\\s(?:${of.called})\\s+(?!\\S*(?:…|\\.\\.\\.))\\S+`,
    'iu',
  ),
  decided: new RegExp(`^${LEAD}(?:${of.decided})${END}`, 'iu'),
  forNow: new RegExp(`${START}(?:${of.forNow})${END}`, 'iu'),
  asks: new RegExp(`^${LEAD}(?:${of.asks})|\\?\\s*$`, 'iu'),
});

const LANGUAGES = [ENGLISH, GERMAN, FRENCH, SPANISH, PORTUGUESE, ITALIAN, POLISH, DUTCH].map(compiled);

/** The language most of whose little words a text has, where its own markers count twice; English where none has more. */
function languageOf(text: string): (typeof LANGUAGES)[number] {
  const hits = LANGUAGES.map(
    ({ spoken, leads, lasting, weUse, decided }) =>
      (text.match(spoken)?.length ?? 0) +
      ([...leads, lasting, weUse, decided].some((marker) => marker.test(text)) ? MARKER_HITS : 0),
  );
  return LANGUAGES[hits.indexOf(Math.max(...hits))]!;
}

const MARKER_HITS = 2;

/** A choice that the model gives less may be one for the task at hand. */
export const MIN_CHOICE = 0.4;
/** An order that is carried out once, whatever it is about: "create a task to ensure that the tests always run". */
const ONCE = new RegExp(
  `^${LEAD}(?:(?:let'?s|(?:can|could) you|(?:we|you)(?: just)? need to|i want (?:you )?to|just|go ahead and|try to) ){0,2}(?:create|write|add|remove|fix|update|rename|move|refactor|look|think|figure|put|delete|switch|focus|implement|check|change|get|take|investigate|review|explain|show|tell|rewrite|merge|revert|undo|clean|install|push|commit|introduce|replace|convert|find|copy|make an?)${END}`,
  'i',
);

export interface ExplicitMarker {
  /**
   * From this probability on it is told whatever the bar is: 0 needs no model. Of real orders not to do something that the
   * model gave 0.4 to 0.6, 3 of 10 were worth keeping, so these have none of their own: 1.
   */
  least: number;
  /** "From now on", "rule:": it is meant to stay, whatever it points at. */
  isLasting: boolean;
  /** "Always", "never": an order without an end, whatever the model takes it for. */
  isOrder: boolean;
  /** "We decided that": the person says that it is settled. */
  isDecision: boolean;
  /** What is said, without the words that only announce it. */
  text: string;
}

/** The marker of a sentence; undefined where it has none, asks, or orders what is done once. */
export function markerOf(sentence: string): ExplicitMarker | undefined {
  const said = plain(sentence);
  const { leads, lasting, always, weUse, called, decided, forbids, chooses, forNow, asks } = languageOf(said);
  const isLasting = lasting.test(said);
  if (asks.test(said) || (ONCE.test(said) && !isLasting)) return undefined;
  const text = leads.reduce((left, lead) => left.replace(lead, ''), said).replace(CHINESE_JAPANESE.lead, '');
  if (text.trim().length < MIN_SAID_CHARS) return undefined;
  const isOrder = always.test(said) || always.test(text);
  const isDecision = decided.test(said);
  const found = { isLasting: isLasting || leads[1]!.test(said), isOrder, isDecision, text };
  const isStrong =
    text !== said || isLasting || isOrder || isDecision || weUse.test(said) || called.test(said);
  if (isStrong || CHINESE_JAPANESE.strong.test(said))
    return { ...found, least: isLasting || !forNow.test(said) ? 0 : MIN_CHOICE };
  if (chooses.test(said)) return { ...found, least: MIN_CHOICE };
  return forbids.test(said) || CHINESE_JAPANESE.weak.test(said) ? { ...found, least: 1 } : undefined;
}

export function asksToRemember(sentence: string): boolean {
  const said = plain(sentence);
  return languageOf(said).leads[0]!.test(said) || CHINESE_JAPANESE.lead.test(said);
}

export function isForNow(sentence: string): boolean {
  const said = plain(sentence);
  return languageOf(said).forNow.test(said) || CHINESE_JAPANESE.forNow.test(said);
}

export function isQuestion(sentence: string): boolean {
  const said = plain(sentence);
  return languageOf(said).asks.test(said);
}

export const isRetraction = (sentence: string): boolean => RETRACTS.test(plain(sentence));

/** Nothing follows that it could be about: "never mind the warnings" takes nothing back. */
const RETRACTS =
  /^(?:(?:oh|oops|ok|ah|no|sorry|pardon|perdón)[,.!]?\s+){0,3}(?:(?:this was the )?wrong (?:chat|window|project|repo|session|tab|channel)|(?:please )?(?:ignore|disregard|forget|scratch) (?:that|(?:my|the) (?:last|previous) (?:message|prompt|one|comment|request)|what i (?:just )?(?:said|wrote)|this message)|never ?mind|nvm|i take (?:that|it) back|(?:i )?didn'?t mean to send (?:that|this)|falscher chat|vergiss (?:das|es)|ignoriere? (?:das|meine letzte nachricht)|mauvais (?:chat|onglet)|oublie (?:ça|mon dernier message)|laisse tomber|chat equivocado|olvídalo|chat errado|deixa pra lá|lascia perdere|zły czat|zapomnij o tym|verkeerde chat|laat maar|发错了|發錯了|間違えました)(?=\s*(?:[,.!;:–—，。！-]|$))/iu;

const plain = (sentence: string): string => sentence.slice(0, MAX_CHARS).replace(/[’‘]/g, "'").trim();

/** In characters: a longer sentence is looked at up to here. */
const MAX_CHARS = 400;
/** "Always" alone says nothing; a text in Chinese may be short. */
const MIN_SAID_CHARS = 4;
