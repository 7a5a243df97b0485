/**
 * Words around the names of people in sentences, in English, German, Spanish and French, without accents: for those who read tickets, mails and
 * notes of calls for names that nothing announces (sentences/names.ts).
 */

/** Directly before somebody who did something, or with whom something was done. */
export const BEFORE_PERSONS = `
with by spoke speaking contacted called phoned emailed asked told met thanks thank assign assigned
con por
avec par
`;

/** Before people and as often before places and things. */
export const BEFORE_ANYTHING = `
from to for of via and per
von an bei fur und mit durch
de para a y
de pour a et chez
`;

/** Behind somebody who says or does something. */
export const AFTER_PERSONS = `
says said called calls asks asked wants wanted reports reported confirmed wrote writes promised told mentioned thinks left waited will would has had and
sagt sagte rief ruft fragt fragte meldet melden meldete mochte will wird hat hatte bestatigt bestatigte schrieb schreibt versprach bereitet spricht wartet wartete muss und
dice dijo llama llamo pide pidio pregunta pregunto quiere tiene habla hablo avisa avisan espera espero confirma confirmo escribe escribio prepara promete y ha
dit demande veut parle parlera prepare appelle confirme ecrit promet attend signale signalent doit et
`;

/** What people are to each other and to those who write about them. */
export const PERSON_ROLES = `
caller customer client tenant neighbour neighbor driver patient mother father daughter son husband wife brother sister colleague manager owner resident agent technician courier applicant guest passenger student
teacher parent boss assistant partner friend attendee holder nurse lawyer engineer
anrufer anruferin kunde kundin mieter mieterin nachbar nachbarin fahrer fahrerin patientin patienten mutter vater tochter sohn mann frau bruder schwester kollege kollegin kollegen leiter leiterin techniker
technikerin monteur bewerber bewerberin gast schuler schulerin lehrer lehrerin chef chefin anwalt anwaltin
cliente clienta inquilino inquilina vecino vecina conductor conductora paciente madre padre hija hijo marido mujer esposa esposo hermano hermana companero companera jefe jefa tecnico tecnica huesped alumno
alumna profesor profesora abogado abogada
locataire voisin voisine chauffeur mere pere fille fils mari femme frere soeur collegue responsable technicien technicienne eleve professeur appelant appelante titulaire avocat avocate
`;

/** Between a role or a name and the other of the two. */
export const ROLE_LINKS = 'is was ist war es era est etait of von de del whose who qui que';

/** The last words of greetings and closings of mails, after which a name stands. */
export const CLOSINGS = `
regards wishes thanks sincerely faithfully morning afternoon evening
grusse grussen gruss wochenende tag abend
saludo saludos cordiales
salutations cordialement journee soiree
`;

/** First words of sentences, and what stands before names of places and things. */
export const ARTICLES = `
the a an our your this that my in at on into as if when after before please could can
der die das dem den des im am zum zur ins ein eine einen einem unser unsere dieser diese dieses nach bitte aus wie
el la los las un una en del al nuestro nuestra este esta lo
le les une au aux du des dans nos notre ce cette
`;

/** Days, months and feasts. */
export const CALENDAR_WORDS = `
monday tuesday wednesday thursday friday saturday sunday january february march april may june july august september october november december christmas thanksgiving easter
montag dienstag mittwoch donnerstag freitag samstag sonntag januar februar marz mai juni juli oktober dezember weihnachten ostern
lunes martes miercoles jueves viernes sabado domingo enero febrero marzo abril mayo junio julio agosto septiembre octubre noviembre diciembre navidad
lundi mardi mercredi jeudi vendredi samedi dimanche janvier fevrier mars avril juin juillet aout septembre octobre novembre decembre noel
`;

/** Frequent words of a language that writes every noun with a capital. */
export const GERMAN_WORDS =
  'der die das und ist nicht mit den dem im zu auf ein eine hat vom aus zum bitte wie wird ich sie es';
