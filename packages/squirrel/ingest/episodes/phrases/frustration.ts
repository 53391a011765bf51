/** Something in a person's words that tells of annoyance, and how much it weighs. */
export interface FrustrationPhrase {
  name: string;
  points: number;
  pattern: RegExp;
  /** Says something only of work that was asked for before: a session that begins with it reports a bug, or gives an order. */
  later?: boolean;
}

const sign = (name: string, points: number, ...alternatives: string[]): FrustrationPhrase => ({
  name,
  points,
  pattern: new RegExp(`(?<![\\p{L}\\p{N}_])(?:${alternatives.join('|')})(?![\\p{L}\\p{N}_])`, 'iu'),
});

/** Each language's words stand on a line of their own: English, French, German, Spanish. */
export const SIGNS: readonly FrustrationPhrase[] = [
  sign(
    'profanity',
    2,
    `(?:what the |the |for )?f+u+c+k+(?:ing|ed|er|'?s sake)?|wtf|ffs|bullshit|shit(?:ty)?|damn(?:ed| it)?|goddamn|crap(?:py)?|pissed off|are you (?:kidding|stupid|blind|serious)(?: me)?|(?:you(?:'re| are)|this is) (?:so |such an? |completely |totally )?(?:stupid|useless|idiotic?|garbage|ridiculous|pathetic|insane|moron)|(?:you )?idiot|jesus christ|for (?:god|christ|heaven)'?s sake`,
    `putain|merde|bordel|fait chier|tu te (?:fous|moques) de moi|c'est (?:nul|de la merde|n'importe quoi|ridicule)|con(?:nard|nerie)s?|imbécile|tu es (?:nul|stupide|idiot)`,
    `schei(?:ß|ss)e?|verdammt(?:e|er|es|noch ?mal)?|verflucht|mist(?:kerl)?|zum teufel|willst du mich verarschen|das ist (?:doch )?(?:lächerlich|ein witz|müll|unfassbar)|(?:du )?idiot|bist du (?:dumm|blöd|blind)`,
    `mierda|joder|coño|carajo|puta|hostia|maldit[ao]|me estás (?:tomando el pelo|jodiendo)|esto es (?:ridículo|una basura|inútil)|(?:eres )?(?:idiota|estúpido|inútil)`,
  ),
  sign(
    'told before',
    2,
    `i(?:'ve| have)? (?:already )?(?:told|said|asked|explained|mentioned)(?: (?:to )?(?:you|it|this|that))*(?: (?:not|already|before|twice|three times|several times|many times|multiple times|again))|i told you|as i (?:already )?(?:said|told you)|how many times|(?:i )?(?:keep|kept) (?:telling|asking|saying)|for the (?:second|third|fourth|fifth|nth|last|hundredth|\\d+(?:nd|rd|th)) time|(?:you|why do you) keep (?:\\w+ing)|did you (?:even|actually) (?:read|look|check|test|try)|(?:can|could|would) you (?:please )?(?:just )?(?:listen|read what i)|you (?:ignored|are ignoring|didn't listen|never listen)|stop (?:doing|changing|adding|removing|deleting|touching|breaking|guessing|making)`,
    `je (?:te|t'|vous) ?l?'?ai (?:déjà )?(?:dit|demandé|expliqué)|je t'ai (?:déjà )?(?:dit|demandé)|combien de fois|(?:pour )?la (?:deuxième|troisième|énième|dernière) fois|tu (?:continues|n'écoutes|n'as pas (?:écouté|lu))|arrête de|comme je (?:l'ai|te l'ai) (?:déjà )?dit`,
    `(?:ich )?hab(?:e)? (?:ich )?(?:dir )?(?:doch |schon |bereits |es )*(?:gesagt|erklärt|gebeten)|wie oft (?:noch|muss)|zum (?:zweiten|dritten|vierten|x-ten|letzten) mal|(?:jetzt )?schon wieder|hör (?:endlich )?auf|du (?:ignorierst|hörst nicht|machst immer)|wie (?:ich )?(?:schon|bereits) gesagt`,
    `(?:ya )?te (?:lo )?(?:he )?(?:dije|dicho|pedí|pedido|expliqué)|cuántas veces|por (?:segunda|tercera|cuarta|enésima|última) vez|(?:otra|una) vez más lo mismo|deja de|como (?:ya )?(?:te )?dije|no (?:me )?escuchas|me estás ignorando`,
  ),
  sign(
    'still broken',
    1,
    `still (?:\\w+ ){0,3}(?:broken|failing|fails?|wrong|not|doesn't|does not|don't|do not|isn't|can't|cannot|won't|buggy|crash(?:es|ing)?|an? (?:error|issue|problem|bug)s?|errors?|issues?|the same|happening|missing|there)|still (?:have|has|having|got|get|getting|see|seeing) (?:\\w+ ){0,4}(?:error|issue|problem|bug|warning|failure)s?|(?:same|exact same) (?:error|issue|problem|bug|thing|mistake|result)(?: again)?|nothing (?:changed|works|happens)|(?:everything|it|this|that) (?:is|'s|are) (?:all |completely |totally |now )?(?:broken|bugged|wrong|worse|messed up)|(?:you )?(?:broke|breaks|broken|messed up|ruined|screwed up) (?:it|this|that|everything|the \\w+)|makes everything bugged|worse than before|makes it worse`,
    `(?:marche|fonctionne) (?:toujours|encore) pas|toujours (?:pas|cassé|la même|le même|en erreur|des erreurs?)|encore (?:cassé|la même|le même|une erreur)|(?:la |le )?même (?:erreur|problème|bug)|rien n'a changé|tu as (?:tout )?cassé|c'est (?:encore |toujours )?(?:cassé|pire)|plus rien ne marche`,
    `(?:immer noch|noch immer|weiterhin) (?:nicht|kaputt|falsch|der(?:selbe)?|die(?:selbe)?|das(?:selbe)?|ein|fehler\\w*)|(?:geht|funktioniert|klappt|läuft) (?:das |es )?(?:immer noch|noch immer|schon wieder|überhaupt) nicht|(?:der|die|das)?(?:selbe|gleiche) (?:fehler|problem)|(?:ist|alles) (?:schon wieder |jetzt |komplett )?kaputt|nichts (?:hat sich geändert|geht|funktioniert)|du hast (?:es|alles|das) kaputt ?gemacht|schlimmer als vorher`,
    `(?:todavía|aún|sigue) (?:no|sin|fallando|roto|mal|está|dando|igual)(?: \\w+)?|(?:el )?mismo (?:error|problema|fallo)|sigue (?:fallando|roto|sin|igual)|nada (?:ha cambiado|cambió|funciona)|(?:lo )?(?:has roto|rompiste)(?: todo)?|está (?:roto|peor)|peor que antes`,
  ),
  {
    ...sign(
      'does not work',
      1,
      `(?:does not|doesn't|doesnt|did not|didn't|didnt|don't) work(?: (?:at all|anymore|either))?|(?:is|'s)(?: \\w+)? not working|isn't working|(?:are you|you) sure\\?|i (?:don't|dont|do not|can't|cannot) see (?:the|any|it|that|this)`,
      `ne (?:marche|fonctionne|fait) (?:pas|plus|rien)|(?:marche|fonctionne) (?:pas|plus)|tu es sûr\\s?\\?|je ne vois (?:pas|rien)`,
      `(?:geht|funktioniert|klappt|läuft) (?:das |es )?(?:leider |gar |so )?nicht|bist du sicher\\?|ich sehe (?:es |das |den |die )?(?:\\S+ )?nicht`,
      `no (?:funciona|sirve|va)|estás seguro\\?|no (?:lo )?veo`,
    ),
    later: true,
  },
  {
    ...sign(
      'taken back',
      1,
      `(?:revert|undo|put back|roll back) (?:it|that|this|your|everything|all|the (?:last )?changes?)`,
      `annule(?:r|z)? (?:ça|tes|tout|cette|ce|les changements)|reviens en arrière`,
      `mach(?:e)? (?:das|es|alles|die änderung(?:en)?) (?:wieder )?rückgängig`,
      `deshaz (?:eso|esto|los cambios|todo|tus)|revierte (?:eso|esto|los cambios|todo|tus)`,
    ),
    later: true,
  },
  sign(
    'correction',
    1,
    `(?:^|[.!?\\n]\\s*)no[,.!]* (?:that's|thats|that is|this is|it's|you|i |not|don't|the|wrong)|(?:that's|thats|that is|this is|it's) (?:wrong|incorrect|the wrong|not (?:what|right|correct|it|how|good))|not what i (?:asked|meant|wanted|said)|i (?:meant|didn't (?:ask|mean|want|say)|did not (?:ask|mean|want|say)|never (?:asked|said)|was talking about)|you (?:misunderstood|forgot|missed|didn't|did not|shouldn't have|should not have|were supposed)|wrong (?:file|one|place|branch|approach|again)|i(?:'ve| have)? (?:reverted|undone|discarded) (?:your|that|the|it|all)|you(?:'re| are) wrong|you got (?:\\w+ ){1,4}wrong|(?:don't think you|you don't|you do not|you didn't) understand|i don't (?:want|need) (?:that|this|you to)`,
    `(?:^|[.!?\\n]\\s*)non[,.!]* (?:c'est|ce n'est|ça|tu|je|pas)|ce n'est pas (?:ça|ce que|correct|bon)|c'est (?:pas ça|faux|pas ce que)|pas ce que j'ai (?:demandé|dit)|je (?:voulais dire|parlais de|n'ai (?:pas|jamais) (?:demandé|dit))|tu (?:as (?:oublié|mal compris)|t'es trompé|n'as pas)|mauvais(?:e)? (?:fichier|endroit|branche)`,
    `(?:^|[.!?\\n]\\s*)nein[,.!]* (?:das|du|ich|so|nicht)|das (?:ist|war) (?:nicht (?:das|was|richtig|korrekt)|falsch)|nicht (?:das,? )?was ich (?:wollte|meinte|gesagt)|ich meinte|ich (?:wollte|habe) (?:das )?nicht|du hast (?:\\w+ )?(?:vergessen|falsch|missverstanden|übersehen)|falsche(?:r|s|n)? (?:datei|stelle|branch)`,
    `(?:^|[.!?\\n]\\s*)no[,.!]+ (?:eso|esto|así|me|no|te)|eso no es|no es (?:lo que|eso|correcto)|está mal|no (?:te )?pedí|me refería a|quería decir|te (?:has )?(?:olvidaste|equivocaste|olvidado|equivocado)|archivo equivocado|lugar equivocado`,
  ),
  sign(
    'why did you',
    1,
    `why (?:did|have|are|would|do) you (?:\\w+ )?(?:delet\\w*|remov\\w*|chang\\w*|ignor\\w*|br[eo]ak\\w*|broke\\w*|touch\\w*|rewr\\w*|revert\\w*|add\\w*|not|keep|even|commit\\w*|push\\w*|skip\\w*|creat\\w*|overwr\\w*|overwrote)|why (?:didn't|don't|aren't|can't) you|who (?:told|asked) you`,
    `pourquoi (?:as-tu|tu as|t'as|tu n'as pas|avez-vous|est-ce que tu as) (?:tout )?(?:supprimé|effacé|changé|modifié|ignoré|cassé|touché|ajouté|enlevé|pas)|pourquoi tu (?:supprimes|changes|modifies|ignores|touches)|qui t'a (?:dit|demandé)`,
    `warum hast du (?:\\S+ ){0,4}?(?:gelöscht|entfernt|geändert|ignoriert|kaputt|angefasst|überschrieben|hinzugefügt|nicht)|warum (?:löschst|änderst|ignorierst|machst) du|wer hat (?:dir|dich)`,
    `por qué (?:has |lo |la )*(?:borra(?:ste|do)|elimina(?:ste|do)|cambia(?:ste|do)|ignora(?:ste|do)|toca(?:ste|do)|quita(?:ste|do)|añadi(?:ste|do)|romp\\w+|no)|quién te (?:dijo|pidió)`,
  ),
  sign(
    'again',
    1,
    `(?:broke|broken|fail(?:s|ed|ing)?|crash(?:es|ed)?|happen(?:s|ed|ing)?|did it|doing it|wrong|gone|missing|error|came back|is back|forgot|deleted|removed|changed|lost) (?:it |that |this |the \\w+ )?again|again[!?]|yet again|once again you|(?:not|here we go) again`,
    `(?:cassé|planté|échoué|disparu|oublié|supprimé|arrivé|fait) (?:\\w+ )?(?:encore|à nouveau|de nouveau)|encore une fois[!?]|(?:a|as) (?:encore|de nouveau|à nouveau) (?:cassé|planté|échoué|oublié|supprimé|changé)|encore[!?]`,
    `(?:schon )?wieder (?:kaputt|falsch|abgestürzt|fehlgeschlagen|gelöscht|geändert|vergessen|der(?:selbe)? fehler|nicht)|nicht schon wieder|wieder[!?]`,
    `(?:falla|falló|rompió|roto|mal|error|olvidaste|borraste|pasó|pasa) (?:\\w+ )?(?:otra vez|de nuevo)|(?:otra vez|de nuevo) (?:falla|el mismo|lo mismo|roto|mal|no)|otra vez[!?]`,
  ),
  sign(
    'at the end of patience',
    1,
    `(?:come on|seriously|unbelievable|unacceptable|i give up|i'm (?:tired|sick|fed up)|this is (?:frustrating|annoying|getting old)|frustrat(?:ed|ing)|annoy(?:ed|ing)|waste of time|wasted? (?:\\w+ )?(?:hours?|time|day)|hopeless|ugh+|argh+)`,
    `(?:sérieusement|j'en ai (?:marre|assez)|ça suffit|incroyable|inacceptable|perte de temps|j'abandonne|pénible|énervant|ras le bol)`,
    `(?:im ernst|ernsthaft\\?|es reicht|unglaublich|inakzeptabel|zeitverschwendung|ich gebe auf|nervt|nervig|frustrierend|ich hab(?:e)? (?:genug|die nase voll)|boah|meine güte)`,
    `(?:en serio|ya basta|increíble|inaceptable|pérdida de tiempo|me rindo|estoy (?:harto|cansado|harta|cansada)|frustrante|qué (?:fastidio|desastre)|venga ya)`,
  ),
];
