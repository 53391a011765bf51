import { all, type Cues, emptyWords, words } from './cues.ts';

const NP = `(?!tu(?![\\wÀ-ɏ])|vous(?![\\wÀ-ɏ])|nous(?![\\wÀ-ɏ])|on(?![\\wÀ-ɏ])|je(?![\\wÀ-ɏ])|j'|il(?![\\wÀ-ɏ])|elle(?![\\wÀ-ɏ])|ils(?![\\wÀ-ɏ])|ça(?![\\wÀ-ɏ])|ca(?![\\wÀ-ɏ])|c'|cela(?![\\wÀ-ɏ])|ce(?![\\wÀ-ɏ])|qui(?![\\wÀ-ɏ]))`;

export const french: Cues = {
  language: 'fr',
  spoken:
    /(?<![\wÀ-ɏ])(?:le|la|les|des|du|une|pas|ne|n'\w+|jamais|toujours|nous|vous|est|sont|utilise[rz]?|utilisons|avec|dans|pour|désormais|dorénavant|maintenant|au lieu|à la place|plutôt|finalement|fini|réponds|évite|arrête|doit|doivent|écris)(?![\wÀ-ɏ])/gi,
  lead: /^(?:(?:ok|alors|bon|eh bien|salut|bonjour|s'il (?:te|vous) plaît|stp|svp|aussi|et|puis|au fait|en fait|attention|note|notez|rappel|rappelle-toi(?: que)?|n'oublie pas que|sache que|je pense que?|je crois que?|j'ai dit(?: que)?|je t'ai dit(?: que| de)?|comme (?:je l'ai )?dit|d'ailleurs|important|je précise que?)(?:\s*[,:!.–—-]+\s*|\s+)|(?:non|oui|merci|super|parfait|d'accord|désolé|stop|attends|bien)\s*[,:!.–—-]+\s*)/i,
  asking: /^(?:souviens-toi|rappelle-toi|n'oublie pas|garde en tête) que /i,
  objection:
    /^(?:non|stop|attends)\s*[,.!:–—-]|^(?:ce n'est pas|c'est pas|c'est faux|pas ce que|j'ai dit|je t'ai dit|je voulais dire|tu as oublié|tu n'as pas)/i,
  question:
    /^(?:est-ce|pourquoi|comment|quel(?:le)?s?|qui|où|quand est|combien|que(?![\wÀ-ɏ])|qu'est|peut-on|peux-tu|pourrais-tu|faut-il|doit-on|devrait-on|devons-nous|as-tu|y a-t-il)/i,
  request:
    /^(?:peux-tu|pourrais-tu|tu peux|tu pourrais|pouvez-vous|pourriez-vous)(?: s'il (?:te|vous) plaît)? /i,
  unreal: words(
    `et si|imagine(?:ons)?|supposons|peut-être|je me demande|pourrait|pourrions|ce serait|serait (?:bien|mieux)|je ne sais pas|à voir|on verra|si (?:on|nous|tu|je) (?:avais|avait|avions|étais|était|pouvait|pouvais)`,
  ),
  quoting: words(
    `selon|d'après|(?:il|elle|ils|elles|la doc|le client|mon (?:chef|collègue)|le (?:linter|message|ticket)|tu) (?:dit|disent|a dit|ont dit|avais dit|as dit|recommande|suggère|pense)`,
  ),
  idiom: all(
    `comme toujours|pas toujours|jamais (?:vu|entendu|su|compris|pensé)|toujours (?:pas|cassé|en|la même|le même|aussi|des)|pas de (?:problème|souci|panique)|ne t'inquiète pas|il faut dire|ça doit être|doit être (?:un|une|à cause)|c'est bon`,
  ),
  now: words(
    `pour l'instant|pour le moment|cette fois(?:-ci)?|pour cett?e? (?:pr|fois|tâche|branche|commit|ticket)|dans cett?e? (?:pr|branche|commit|page)|actuellement|temporairement|provisoirement|pas encore|ce coup-ci|juste une fois`,
  ),
  soon: words(`aujourd'hui|d'abord|en attendant|avant (?:de|que) (?:continuer|commencer|tu)`),
  report: words(
    `erreurs?|échoue(?:nt)?|plante|cassée?|bugs?|ne (?:marche|fonctionne) (?:pas|plus)|bizarre|problèmes?|je vois|j'ai (?:eu|une|un|des)|on dirait|il semble|encore`,
  ),
  negation: words(`ne|n'\\w*|pas|jamais|aucune?|sans|arrête[zr]?|évite[zr]?|plus de|interdit|ni`),
  reason:
    /(?:,|\s)\s*(?:parce qu(?:e|')|car|puisqu(?:e|')|sinon|afin d(?:e|')|pour (?:éviter|ne pas)|vu qu(?:e|')|étant donné qu(?:e|'))\s*(?<why>.+)$/i,
  contrasts: [
    /(?<![\wÀ-ɏ])(?:remplace[rz]?|remplacé|passe[rz]? de|migré de|passés? de) (?<no>[^,;]+?) (?:à|par|vers) (?<yes>[^,;]+)/i,
    /(?<yes>[^,;]+?),? (?:au lieu d(?:e |')|plutôt qu(?:e |')|à la place d(?:e |')|et (?:non |pas |jamais ))(?<no>[^,;]+)/i,
    /(?<yes>[^,;]+?), (?:pas|jamais|non) (?:d[e'] ?)?(?<no>[^,;]+)/i,
    /(?<![\wÀ-ɏ])(?:pas|jamais|plus) (?<no>[^,;]+?), ?(?:mais |plutôt |utilise[rz]? |on utilise )*(?<yes>[^,;]+)/i,
  ],
  leaning:
    /^(?:ça|ca|cela|ceci|c'est|il|elle|ils|elles|celui|celle|ceux|ici|là)(?![\wÀ-ɏ])|(?<![\wÀ-ɏ])(?:comme|fais|faire|de|pour|avec|utilise|ajoute|change|enlève) (?:ça|ca|cela|ceci|celui-ci|celle-ci)(?![\wÀ-ɏ])|(?<![\wÀ-ɏ])(?:ci-dessus|ci-dessous|celui-ci|celle-ci|le même|la même|l'autre|quelque chose|cette page|ce bouton|ce fichier|cette fonction|ce truc)(?![\wÀ-ɏ])/i,
  choosing:
    /(?<![\wÀ-ɏ])(?:n')?(?:utilis\w*|emplo\w*|préfér\w*|préfèr\w*|évit\w*|adopt\w*|choisi\w*|pren\w*|remplac\w*|opt\w* pour|(?:pass|migr|revien|rest|tourn|déploi|déploy|héberg)\w*(?: \S+){0,5} (?:à|sur|vers|avec))(?: (?:jamais|plus|pas|toujours|maintenant|désormais))*$/i,
  serving: /(?<![\wÀ-ɏ])(?:avec|est|sont|reste|en|sur|via)$/i,
  empty:
    emptyWords(`le la les l un une des du de d à au aux en dans sur pour par avec et ou mais que qui quoi dont
    je tu il elle on nous vous ils elles me te se mon ton son notre votre leur ce cet cette ces ça est sont être était
    ne pas jamais toujours plus sans dorénavant désormais avenir partir maintenant utilise utiliser utilisez utilisons
    doit doivent faut devrait veux préfère préférons arrête évite lieu plutôt parce car sinon il y a ont as ai avons projet décidé choisi opté passer passons passé convenu besoin`),
  reworded: [
    [/^(?:je|nous|on) préf[éè]r(?:e|ons) (?:que tu |qu'on )?/i, 'Préférer '],
    [/^(?:dorénavant|désormais|à partir de maintenant|à l'avenir),? ?/i, ''],
    [/,? (?:dorénavant|désormais|à l'avenir|s'il (?:te|vous) plaît|stp|svp|merci)$/i, ''],
    [/^(?:peux-tu|pourrais-tu|pouvez-vous|pourriez-vous) /i, ''],
  ],
  forms: [
    {
      kind: 'wish',
      sure: 'rule',
      polarity: -1,
      pattern:
        /^(?:il (?:ne )?faut |on (?:ne )?doit |tu (?:ne )?dois |vous (?:ne )?devez )?(?:ne |n')?(?:[\wÀ-ɏ]+(?:e|es|s|ez|er|ir|re)?s? )?jamais \S+|^(?:ne |n')[\wÀ-ɏ]+ (?:plus|jamais)(?![\wÀ-ɏ])|^(?:on|nous) (?:ne |n')\S+ (?:jamais|plus)(?![\wÀ-ɏ])|^(?:arrête[zr]?|cesse[zr]?) d(?:e |')[\wÀ-ɏ]+(?:er|ir|re)(?![\wÀ-ɏ])|^évite[zr]? (?:de |d'|les |des |le |la )|^plus (?:jamais )?de [\wÀ-ɏ]+/i,
    },
    {
      kind: 'wish',
      sure: 'rule',
      polarity: 0,
      pattern: words(`dorénavant|désormais|à partir de maintenant|à l'avenir`),
    },
    {
      kind: 'wish',
      sure: 'rule',
      polarity: 1,
      pattern:
        /^(?:il faut |on doit |tu dois |vous devez |pense[zr]? à |veille[zr]? à )?[\wÀ-ɏ]+(?:e|es|s|ez|er|ir|re|ons|t)?\s+toujours \S+|^toujours [\wÀ-ɏ]+|^(?:il faut |on doit |tu dois |vous devez )toujours /i,
    },
    {
      kind: 'wish',
      sure: 'rule',
      polarity: 0,
      pattern:
        /^(?:je|nous|on) préf[éè]r(?:e|ons) (?!le |la |ça|cette |ce )\S+|(?<![\wÀ-ɏ])demande[zr]?(?:-moi)? avant d(?:e |')|(?<![\wÀ-ɏ])sans (?:me )?demander(?![\wÀ-ɏ])|^(?:quand|chaque fois que|à chaque fois que) tu [^,]{3,80}, \S+|(?<![\wÀ-ɏ])(?:avant|après) chaque [\wÀ-ɏ]+/i,
    },
    {
      kind: 'wish',
      sure: 'named',
      polarity: 0,
      pattern:
        /^(?:ici |dans ce (?:projet|dépôt),? )?(?:on|nous) (?:n')?(?:utilis(?:e|ons)|écri(?:t|vons)|travaill(?:e|ons) avec|déploi(?:e|yons)|sui(?:t|vons))(?![\wÀ-ɏ])|^(?:n')?utilise[zr]? |^(?:réponds|répondez|écris|écrivez|parle) /i,
    },
    {
      kind: 'decision',
      sure: 'rule',
      polarity: 0,
      pattern: /(?<![\wÀ-ɏ])(?:on|nous|j)(?:'ai| a| avons)? ?(?:décidé|choisi|opté|convenu)(?![\wÀ-ɏ])/i,
    },
    {
      kind: 'decision',
      sure: 'concrete',
      polarity: 0,
      pattern: /(?<![\wÀ-ɏ])(?:on|nous) (?:est|sommes|avons|a) (?:passés?|migré|basculé)(?![\wÀ-ɏ])/i,
    },
    {
      kind: 'decision',
      sure: 'reasoned',
      polarity: 0,
      pattern:
        /^(?:on (?:va|part|reste|garde|prend|passe)|partons|restons|gardons|passons|allons|prenons)(?![\wÀ-ɏ])/i,
    },
    {
      kind: 'requirement',
      sure: 'rule',
      polarity: 0,
      pattern: new RegExp(
        `^${NP}.{3,110}? (?:ne )?(?:doit|doivent)(?: pas| jamais| toujours)? (?!être (?:corrigée?|ajoutée?|mise?|modifiée?|renommée?|supprimée?))\\S+`,
        'i',
      ),
    },
    {
      kind: 'fact',
      sure: 'concrete',
      polarity: 0,
      pattern: new RegExp(
        `^${NP}.{2,80}? (?:a besoin d|ont besoin d|nécessite(?:nt)? |exige(?:nt)? |dépend(?:ent)? d|se trouve(?:nt)? |(?:est|sont) (?:stockée?s?|définie?s?|générée?s?|déployée?s?|hébergée?s?|située?s?) |tourne(?:nt)? (?:sur|avec) )`,
        'i',
      ),
    },
    {
      kind: 'wish',
      sure: 'named',
      polarity: -1,
      pattern: /^(?:ne |n')[\wÀ-ɏ]+ pas(?![\wÀ-ɏ])|^(?:pas|aucune?) d[e'] ?[\wÀ-ɏ]+/i,
    },
  ],
};
