/** What people say when they turn to something else. English, French, German, Spanish, Portuguese, Italian. */
export const TURNING = new RegExp(
  `^\\W*(?:(?:ok|okay|great|good|perfect|nice|cool|thanks|thank you|done|super|merci|danke|gracias|vale|parfait|perfekt|perfecto|gut|bien)[\\s,.!;:-]+){0,3}(?:${[
    `new (?:task|topic|issue|feature|request|thing|question|subject)|(?:a )?(?:different|another|separate|unrelated|other) (?:task|topic|issue|thing|question|problem|bug|subject|matter)|something (?:else|different)(?: now)?|(?:on|onto) (?:a|another) (?:different|new|separate|unrelated)? ?(?:note|topic|subject)|unrelated(?:ly)?|separately|switching (?:gears|topics?|to)|changing (?:topics?|subjects?)|moving on|let(?:'|’)?s (?:move on|switch|turn to|start (?:on|with) (?:a|the) (?:new|next))|forget (?:about )?(?:that|this|it)(?: for now)?[,.;:]|next (?:task|topic|issue|up|feature|ticket|story)|next[,:]|now (?:let(?:'|’)?s|we (?:should|need|must|can|have to)|i (?:want|need|would like|'d like)|on to|for (?:the|a|something)|it(?:'|’)?s time)`,
    `nouvelle (?:tâche|tache|demande|question|fonctionnalité)|nouveau sujet|autre (?:chose|sujet|problème|question|tâche)|changeons de sujet|passons (?:à|au|aux|maintenant)|maintenant[,]? (?:on|nous|je (?:veux|voudrais)|il faut|passons)|ensuite[,:]|prochaine (?:tâche|étape)`,
    `neue (?:aufgabe|frage|funktion)|neues thema|anderes thema|(?:etwas|was) anderes|themenwechsel|nächste (?:aufgabe|frage)|nächstes[,:]? |als nächstes|jetzt (?:sollten|müssen|wollen|brauchen|lass uns|machen wir|kommen wir)|nun (?:sollten|müssen|lass uns|machen wir|kommen wir)|kommen wir zu`,
    `nueva (?:tarea|pregunta|función|funcionalidad)|nuevo tema|otra (?:cosa|tarea|pregunta)|otro (?:tema|problema|asunto)|cambiando de tema|cambiemos de tema|pasemos a|siguiente (?:tarea|tema)|lo siguiente[,:]|ahora (?:vamos|quiero|necesito|tenemos que|hay que|debemos|pasemos)`,
    `nova (?:tarefa|pergunta)|outro assunto|outra coisa|agora (?:vamos|quero|preciso)|próxima tarefa|nuovo (?:compito|argomento)|altra cosa|passiamo a|ora (?:vorrei|passiamo|dobbiamo)`,
  ].join('|')})(?![\\p{L}\\p{N}])`,
  'iu',
);
