/** What the daemon says by its own rules, in French: the sentence as a pattern, and what it is said as. Parts in brackets are told in turn. */
const SENTENCES: readonly (readonly [says: RegExp, french: string])[] = [
  // Why a memory waits for a person, and what became of the branch it was learnt on.
  [/^it contradicts ([\w, ]+), which is trusted more$/, 'il contredit $1, en quoi on a plus confiance'],
  [
    /^foreign text had come into the turn in which an agent said it$/,
    'un texte étranger était entré dans le tour où un agent l’a dit',
  ],
  [
    /^it derives from text that came from outside, such as a web page or a foreign tool$/,
    'il vient d’un texte du dehors, comme une page web ou un outil étranger',
  ],
  [/^an agent says that it holds in every project$/, 'un agent dit que cela vaut dans tous les projets'],
  [
    /^an agent says a ([\w ]+), which only a person can make a rule$/,
    'un agent énonce une règle ($1) ; seule une personne peut la poser',
  ],
  [/^an agent says a standing rule$/, 'un agent énonce une règle permanente'],
  [
    /^an agent says it, and it leads to an address outside$/,
    'un agent le dit, et cela mène à une adresse extérieure',
  ],
  [
    /^an agent says it, and it may tell its reader what to do$/,
    'un agent le dit, et cela peut être un ordre à qui le lit',
  ],
  [/^it no longer held, and an agent says it again$/, 'il ne valait plus, et un agent le dit de nouveau'],
  [/^an agent asks to have it forgotten$/, 'un agent demande de l’oublier'],
  [/^an agent asks to have it forgotten: (.+)$/s, 'un agent demande de l’oublier : $1'],
  [/^asked to forget$/, 'oubli demandé'],
  [/^what it is about is gone from the code$/, 'ce dont il parle a disparu du code'],
  [/^what it is about has changed in the code$/, 'ce dont il parle a changé dans le code'],
  [/^it is not sure enough \(([\d.]+)\)$/, 'il n’est pas assez sûr ($1)'],
  [
    /^(.+); a guard for emergencies does not go unseen$/,
    '[$1] ; une garde d’urgence ne s’en va pas sans qu’on la voie',
  ],
  [
    /^(\S+), on which it was learnt, was deleted without being merged$/,
    '$1, où il a été appris, a été supprimée sans être fusionnée',
  ],
  [/^there are no branches here$/, 'il n’y a pas de branches ici'],
  [/^(\S+) is what others are merged into$/, '$1 est celle où les autres sont fusionnées'],
  // Why a value is refused.
  [/^Too small: expected number to be >=?(\S+)$/, 'Trop petit : il en faut au moins $1'],
  [/^Too big: expected number to be <=?(\S+)$/, 'Trop grand : $1 au plus'],
  [/^Invalid input: expected number, received \w+$/, 'Il faut un nombre.'],
  [/^Invalid input: expected int, received \w+$/, 'Il faut un nombre entier.'],
  [/^Invalid input: expected boolean, received \w+$/, 'Il faut oui ou non (true, false).'],
  [/^Invalid input: expected string, received \w+$/, 'Il faut un texte.'],
  [
    /^The panel cannot change (\S+): it decides where texts and API keys go\.$/,
    'Le panneau ne peut pas changer $1 : ce réglage décide où vont les textes et les clés.',
  ],
  [
    /^Run `sqrl config set (\S+) VALUE` in a terminal\.$/,
    'Lancez `sqrl config set $1 VALEUR` dans un terminal.',
  ],
  [
    /^Only the API key of a known service may be named, such as (\w+), or a variable that begins with (\w+)$/,
    'Seule la clé d’un service connu peut être nommée, comme $1, ou une variable qui commence par $2',
  ],
  // Notices beside an answer.
  [
    /^No language model is allowed, so the answer is made of the memories themselves\.$/,
    'Aucun modèle de langue n’est permis : la réponse est faite des souvenirs eux-mêmes.',
  ],
  [/^Set llm\.provider in the settings\.$/, 'Choisissez llm.provider dans les réglages.'],
  [/^The answer is made of the memories themselves\.$/, 'La réponse est faite des souvenirs eux-mêmes.'],
  [
    /^The language model found no answer in the memories\.$/,
    'Le modèle de langue n’a pas trouvé de réponse dans les souvenirs.',
  ],
  [/^These are the memories that come nearest\.$/, 'Voici les souvenirs qui s’en approchent le plus.'],
  [/^The embedder does not answer: ([\s\S]+)$/, 'Le modèle de sens ne répond pas : $1'],
  [
    /^Search goes by words alone until it does; `sqrl reembed` fills in what is missing\.$/,
    'En attendant on cherche par les mots seuls ; `sqrl reembed` comble ce qui manque.',
  ],
  [/^it is not there$/, 'il n’est pas là'],
  [/^it is not text$/, 'ce n’est pas du texte'],
  [/^it is not a file$/, 'ce n’est pas un fichier'],
  [/^it is a link$/, 'c’est un lien'],
  [/^it is a link that leads out of (.+)$/, 'c’est un lien qui mène hors de $1'],
  [/^it cannot be read \((\w+)\)$/, 'il ne peut pas être lu ($1)'],
  [
    /^it has (\d+) KB, more than the (\d+) KB a rule file may have$/,
    'il fait $1 Ko, plus que les $2 Ko qu’un fichier de règles peut avoir',
  ],
  // What was added to the clients' files.
  [/^hooks$/, 'les crochets'],
  [/^the MCP server$/, 'le serveur MCP'],
  [/^the MCP server and hooks$/, 'le serveur MCP et les crochets'],
  [/^the plugin$/, 'le greffon'],
  [/^the command (\S+)$/, 'la commande $1'],
  // Health and what was spared.
  [
    /^Of the memories that an agent was told in the last 30 days when they applied, the share that was heeded\.$/,
    'Parmi les souvenirs rappelés à un agent ces 30 derniers jours quand ils s’appliquaient, la part qui a été suivie.',
  ],
  [
    /^The share of memories that wait for no review\.$/,
    'La part des souvenirs qui n’attendent pas de relecture.',
  ],
  [
    /^Of the memories that are tied to code, the share whose code is as it was when they were seen right\.$/,
    'Parmi les souvenirs liés au code, la part dont le code est tel qu’il était quand on les a vus justes.',
  ],
  [
    /^The share of the parts of the code of which something is remembered\.$/,
    'La part des parties du code dont quelque chose est retenu.',
  ],
  [
    /^Of the clients whose logs were ever read, the share that is still read to the end\.$/,
    'Parmi les clients dont les journaux ont été lus, la part qui l’est encore jusqu’au bout.',
  ],
  [
    /^Of the occasions on which a failure that a memory warns of could have come, .* Held against occasions on which it was held back by lot, so nothing else differs\.$/,
    'Parmi les occasions où un échec dont un souvenir avertit pouvait survenir, la part où il est survenu : sans le souvenir moins avec lui, fois les occasions de la semaine où il a été rappelé. Comparé aux occasions où il a été retenu par tirage au sort : rien d’autre ne diffère.',
  ],
  [
    /^Of the occasions on which a failure that a memory warns of could have come, .* those may differ in other ways too\.$/,
    'Parmi les occasions où un échec dont un souvenir avertit pouvait survenir, la part où il est survenu : sans le souvenir moins avec lui, fois les occasions de la semaine où il a été rappelé. Comparé à toutes les occasions où il n’a pas été rappelé, même avant d’être appris : elles peuvent différer autrement aussi.',
  ],
  [
    /^What a session costs on average in the last 90 days, .* part of what those cost\.$/,
    'Ce que coûte en moyenne une session sur 90 jours, selon les jetons que compte son client et sans ce qui vient du cache d’un fournisseur : les sessions tirées au sort sans rappel moins celles qui ont tout reçu, fois les sessions de la semaine qui ont tout reçu. Ce qui est rappelé coûte aussi des jetons, comptés dans ces dernières.',
  ],
  [
    /^Only (\d+) occasions with the memory and (\d+) without it are known; it takes (\d+) of each\.$/,
    'On ne connaît que $1 occasions avec le souvenir et $2 sans ; il en faut $3 de chaque.',
  ],
  [
    /^Only (\d+) sessions that were told and (\d+) that were not are known with what they cost; it takes (\d+) of each\.$/,
    'On ne connaît le coût que de $1 sessions avec rappels et de $2 sans ; il en faut $3 de chaque.',
  ],
  // What wants a person.
  [
    /^1 memory contradicts another, and nobody has decided$/,
    '1 souvenir en contredit un autre, et personne n’a tranché',
  ],
  [
    /^(\d+) memories contradict another, and nobody has decided$/,
    '$1 souvenirs en contredisent d’autres, et personne n’a tranché',
  ],
  [/^1 memory waits for review$/, '1 souvenir attend une relecture'],
  [/^(\d+) memories wait for review$/, '$1 souvenirs attendent une relecture'],
  [/^1 memory is about code that has changed or is gone$/, '1 souvenir porte sur du code modifié ou disparu'],
  [
    /^(\d+) memories are about code that has changed or is gone$/,
    '$1 souvenirs portent sur du code modifié ou disparu',
  ],
  [/^1 memory was learnt since you last looked$/, '1 souvenir appris depuis votre dernière visite'],
  [/^(\d+) memories were learnt since you last looked$/, '$1 souvenirs appris depuis votre dernière visite'],
  [/^1 memory has no vector yet$/, '1 souvenir n’a pas encore de vecteur'],
  [/^(\d+) memories have no vector yet$/, '$1 souvenirs n’ont pas encore de vecteur'],
  [
    /^(\d+) % of what a language model may cost today is spent$/,
    '$1 % de ce qu’un modèle peut coûter aujourd’hui est dépensé',
  ],
  [
    /^(\d+) things that were said in one session were wrong\.$/,
    '$1 choses dites dans une même session étaient fausses.',
  ],
  [
    /^(`[^`]+`) has only surer ones said; (`[^`]+`) leaves it as it is\.$/,
    '$1 ne fait dire que les plus sûres ; $2 laisse tout en l’état.',
  ],
  [
    /^(\d+) of (\d+) logs could not be read to their end: (.+)$/,
    '$1 journaux sur $2 n’ont pu être lus jusqu’au bout : $3',
  ],
  [
    /^A log has grown since it was last read\. Is the daemon running\?$/,
    'Un journal a grandi depuis sa dernière lecture. Le démon tourne-t-il ?',
  ],
  [
    /^(\d+) logs have grown since it was last read\. Is the daemon running\?$/,
    '$1 journaux ont grandi depuis leur dernière lecture. Le démon tourne-t-il ?',
  ],
  // What a level of trust still asks for.
  [/^standard: (.*)$/, 'normale : [$1]'],
  [/^confident: (.*)$/, 'assurée : [$1]'],
  [/^(\d+) sessions \((\d+) so far\)$/, '$1 sessions ($2 jusqu’ici)'],
  [
    /^(\d+) sessions in which something was said \((\d+) so far\)$/,
    '$1 sessions où quelque chose a été dit ($2 jusqu’ici)',
  ],
  [
    /^half of what people judged must be right \((\d+) of (\d+)\)$/,
    'la moitié de ce qui a été jugé doit être juste ($1 sur $2)',
  ],
  [
    /^less than 1 in 20 of what was said may be wrong \((\d+) of (\d+)\)$/,
    'moins de 1 sur 20 de ce qui a été dit peut être faux ($1 sur $2)',
  ],
  // What happened to a memory, and why.
  [/^added$/, 'ajouté'],
  [/^branch back$/, 'branche revenue'],
  [/^branch gone$/, 'branche disparue'],
  [/^changed$/, 'modifié'],
  [/^confirmed$/, 'confirmé'],
  [/^corrected$/, 'corrigé'],
  [/^deprecated$/, 'écarté'],
  [/^erased$/, 'effacé'],
  [/^expired$/, 'expiré'],
  [/^faded$/, 'estompé'],
  [/^holds again$/, 'vaut de nouveau'],
  [/^partly replaced$/, 'remplacé en partie'],
  [/^joined$/, 'rejoint le tronc'],
  [/^learnt$/, 'appris'],
  [/^pinned$/, 'épinglé'],
  [/^unpinned$/, 'détaché'],
  [/^promoted$/, 'promu'],
  [/^rejected$/, 'rejeté'],
  [/^reviewed by use$/, 'relu par l’usage'],
  [/^seen again$/, 'revu'],
  [/^sent to review$/, 'envoyé en relecture'],
  [/^superseded$/, 'remplacé'],
  [/^trusted$/, 'plus sûr'],
  [/^undone$/, 'annulé'],
  [/^(.+) \(taken back\)$/, '[$1] (annulé)'],
  [/^withdrawn$/, 'retiré'],
  [/^remembered$/, 'retenu'],
  [/^last used$/, 'dernier usage'],
  [/^now$/, 'maintenant'],
  [/^faded since it was last used$/, 'estompé depuis son dernier usage'],
  [/^a person says that it is right$/, 'quelqu’un dit que c’est juste'],
  [/^its file was taught again$/, 'son fichier a été enseigné à nouveau'],
  [/^a person says that it is wrong$/, 'quelqu’un dit que c’est faux'],
  [/^a person says that it is wrong: (.+)$/, 'quelqu’un dit que c’est faux : $1'],
  [/^a person wants it kept$/, 'quelqu’un veut le garder'],
  [/^a person said it otherwise$/, 'quelqu’un l’a dit autrement'],
  [/^a person said it otherwise: (.+)$/, 'quelqu’un l’a dit autrement : $1'],
  [/^a person changed it$/, 'quelqu’un l’a modifié'],
  [/^a person took back that it was (.+)$/, 'quelqu’un est revenu dessus : [$1]'],
  [/^seen in a session$/, 'vu dans une session'],
  [/^said again, in one session$/, 'redit, dans une session'],
  [/^it was said again$/, 'redit'],
  [/^seen in (\d+) sessions$/, 'vu dans $1 sessions'],
  [/^(\w+), seen in one session$/, '$1, vu dans une session'],
  [/^(\w+), seen in (\d+) sessions$/, '$1, vu dans $2 sessions'],
  [/^replaced by (\w+)$/, 'remplacé par $1'],
  [/^what was seen no longer says so$/, 'ce qui a été vu ne le dit plus'],
  [/^put away for (\d+) days, and nobody missed it$/, 'écarté depuis $1 jours, sans manquer à personne'],
  [/^it was to hold until (.+)$/, 'devait valoir jusqu’au $1'],
  [
    /^could have been delivered in (\d+) episodes?, was used in (\d+): no more than ([\d.]+)$/,
    'aurait pu servir dans $1 épisodes, a servi dans $2 : pas plus de $3',
  ],
  [
    /^could have been delivered in (\d+) episodes?, was used in (\d+), helped in (\d+)$/,
    'aurait pu servir dans $1 épisodes, a servi dans $2, a aidé dans $3',
  ],
  [
    /^neither used nor seen again for (\d+) days: more than (\d+) half-lives of (\d+) days$/,
    'ni utilisé ni revu depuis $1 jours : plus de $2 demi-vies de $3 jours',
  ],
  [
    /^not needed for (\d+) days: more than the (\d+) of \[(.+)\]$/,
    'pas nécessaire depuis $1 jours : plus que les $2 de « $3 »',
  ],
  [/^used (\d+) times, and nobody corrected it$/, 'utilisé $1 fois, et personne ne l’a corrigé'],
  [/^(\S+) was merged$/, '$1 a été fusionnée'],
  [/^(\S+) was deleted without being merged$/, '$1 a été supprimée sans fusion'],
  [/^(\S+) is there again$/, '$1 est de retour'],
  [/^a guard for emergencies does not go unseen$/, 'un garde-fou d’urgence ne part pas sans être vu'],
  // What it came to.
  [/^a file below (.+) was touched$/, 'un fichier sous $1 a été touché'],
  [/^(.+) was touched$/, '$1 a été touché'],
  [/^it was about (.+)$/, 'il s’agissait de $1'],
  [/^(`.+`) was run$/, '$1 a été lancé'],
  [/^(.+) was opened$/, '$1 a été ouvert'],
  [/^it was not delivered$/, 'il n’a pas été rappelé'],
  [/^delivered at session start$/, 'rappelé au début de la session'],
  [/^delivered at first prompt$/, 'rappelé à la première demande'],
  [/^delivered at prompt$/, 'rappelé à une demande'],
  [/^delivered at before command (.+)$/, 'rappelé avant la commande $1'],
  [/^delivered at before edit (.+)$/, 'rappelé avant la modification de $1'],
  [/^delivered at after failure (.+)$/, 'rappelé après l’échec de $1'],
  [/^nothing shows that it was heeded$/, 'rien ne montre qu’il a été suivi'],
  [/^a reply cites it$/, 'une réponse le cite'],
  [/^what it warns of was not done$/, 'ce dont il avertit n’a pas été fait'],
  [/^it was done without the failure$/, 'cela s’est fait sans l’échec'],
  [/^the failure came all the same$/, 'l’échec est survenu quand même'],
  [/^the failure came several times$/, 'l’échec est survenu plusieurs fois'],
  [/^the failure came with it, and not again$/, 'l’échec est survenu avec lui, puis plus'],
  [/^no failure came$/, 'aucun échec n’est survenu'],
  // Why it is in doubt.
  [/^what it is about was deleted$/, 'ce dont il parle a été supprimé'],
  [/^what it is about has changed$/, 'ce dont il parle a changé'],
  [/^it no longer holds: it was set aside$/, 'il ne vaut plus : il a été mis de côté'],
  [/^not used for (\d+) days$/, 'pas utilisé depuis $1 jours'],
  [/^(\d+) of its (\d+) files changed since$/, '$1 de ses $2 fichiers ont changé depuis'],
  [/^(.+) was written more than 30 days after it$/, '$1 a été écrit plus de 30 jours après'],
  [/^says the same as (\w+) \(([\d.]+)\)$/, 'dit la même chose que $1 ($2)'],
  // What proves it.
  [/^failure then success$/, 'échec, puis succès'],
  [/^explicit statement$/, 'dit expressément'],
  [/^imported$/, 'importé'],
  [/^work done$/, 'travail fait'],
  [/^import chase$/, 'imports suivis'],
  [/^co access$/, 'lus ensemble'],
  [/^command worked$/, 'commande qui marche'],
  [/^user correction$/, 'correction d’une personne'],
  [/^unfinished session$/, 'session inachevée'],
  [/^no proof is kept$/, 'aucune preuve n’est gardée'],
  // How an episode ended.
  [/^Tests passed\.$/, 'Tests réussis.'],
  [/^Tests failed at the end\.$/, 'Tests en échec à la fin.'],
  [/^Answered\.$/, 'Répondu.'],
  [/^Done, no tests run\.$/, 'Fait, sans tests.'],
  [/^Broke off in the middle of a step\.$/, 'Arrêté au milieu d’une étape.'],
  [/^Broke off after a failure(.*)\.$/, 'Arrêté après un échec$1.'],
  [/^Broke off: (.+)$/, 'Arrêté : $1'],
  [/^Ended with a failure(.*)\.$/, 'Terminé sur un échec$1.'],
  [/^Ended with a plan\.$/, 'Terminé par un plan.'],
  [/^Ended without a reply\.$/, 'Terminé sans réponse.'],
  [/^Interrupted by the person\.$/, 'Interrompu par la personne.'],
  [/^The person refused the last step\.$/, 'La personne a refusé la dernière étape.'],
  [/^The last words were not answered\.$/, 'Les derniers mots sont restés sans réponse.'],
  [/^Says nothing of how it ended\.$/, 'Ne dit pas comment cela a fini.'],
  [/^Waits for an answer: (.+)$/, 'Attend une réponse : $1'],
  [/^Committed (“.+”)\.$/, 'Commit $1.'],
  [/^Committed (“.+”); tests passed\.$/, 'Commit $1 ; tests réussis.'],
  // Why an answer stands where it does.
  [/^meaning #(\d+) \(cosine ([\d.-]+)\)$/, 'sens n° $1 (cosinus $2)'],
  [/^words #(\d+) \(bm25 ([\d.-]+)\)$/, 'mots n° $1 (bm25 $2)'],
  [/^about (.+) \(([\d.]+)\)$/, 'à propos de $1 ($2)'],
  [/^kept under (.+)$/, 'rangé sous $1'],
  [/^beside (\d+) of the best answers’ files$/, 'près des fichiers de $1 des meilleures réponses'],
  [/^(\d+) answers of one episode \((.+)\)$/, '$1 réponses d’un même épisode ($2)'],
  [/^from another episode, up from #(\d+)$/, 'd’un autre épisode, remonté du rang $1'],
  [/^follows a better answer \((.+)\)$/, 'suit une meilleure réponse ($1)'],
  [/^led to a better answer \((.+)\)$/, 'a mené à une meilleure réponse ($1)'],
  [/^reranked from #(\d+) \(([\d.-]+)\)$/, 'reclassé depuis le rang $1 ($2)'],
  [/^not read again, for want of time$/, 'pas relu, faute de temps'],
  [/^source ×([\d.]+)$/, 'source ×$1'],
  [/^confidence ×([\d.]+)$/, 'confiance ×$1'],
  [/^recency ×([\d.]+)$/, 'fraîcheur ×$1'],
  [/^use ×([\d.]+)$/, 'usage ×$1'],
  [/^status ×([\d.]+)$/, 'statut ×$1'],
  [/^tier ×([\d.]+)$/, 'palier ×$1'],
  [/^kind ×([\d.]+)$/, 'genre ×$1'],
  [/^pinned ×([\d.]+)$/, 'épinglé ×$1'],
  [/^phase ×([\d.]+)$/, 'phase ×$1'],
  [/^staleness ×([\d.]+)$/, 'péremption ×$1'],
  [/^review ×([\d.]+)$/, 'relecture ×$1'],
  // What a rule that is typed has to do with a memory.
  [
    /^it says the same, word for word; to teach it again is one more proof of it$/,
    'il dit la même chose, mot pour mot ; l’enseigner encore est une preuve de plus',
  ],
  [
    /^both say what (.+) is; what you teach takes its place$/,
    'les deux disent ce qu’est $1 ; ce que vous enseignez prend sa place',
  ],
  [
    /^both are about the same matter and say different things of it$/,
    'les deux parlent du même sujet et n’en disent pas la même chose',
  ],
  [
    /^it speaks of nearly the same, and one is for it, the other against it$/,
    'il parle de presque la même chose ; l’un est pour, l’autre contre',
  ],
  [/^it says the same for another part$/, 'il dit la même chose d’une autre partie'],
  [/^it says nearly the same in other words$/, 'il dit presque la même chose en d’autres mots'],
  [/^it is about something like it$/, 'il parle de quelque chose d’approchant'],
  // Why something was left as it is.
  [/^it is gone$/, 'il n’est plus là'],
  [/^something else was done to it since$/, 'autre chose lui a été fait depuis'],
  [/^its text was changed since$/, 'son texte a changé depuis'],
  [/^This log was not read on this machine\.$/, 'Ce journal n’a pas été lu sur cette machine.'],
  // What people and their programs are called stays; what is said of them does not.
  [/^([\w-]+): (.+)$/, '$1 : [$2]'],
];

/** A sentence of the daemon's in French; undefined where it is not known, or is somebody's own words. */
export function inFrench(sentence: string): string | undefined {
  for (const [says, french] of SENTENCES) {
    if (!says.test(sentence)) continue;
    let known = true;
    const said = sentence.replace(says, french).replace(/\[([^\]]*)\]/g, (_, part: string) => {
      const told = inFrench(part);
      known &&= told !== undefined;
      return told ?? part;
    });
    if (known) return said;
  }
  for (const joint of ['; ', ', ']) {
    if (!sentence.includes(joint)) continue;
    const told = sentence.split(joint).map(inFrench);
    if (told.every((part) => part !== undefined)) return told.join(joint === '; ' ? ' ; ' : joint);
  }
  return undefined;
}
