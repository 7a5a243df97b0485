/** Words that occur as values where fields are described: in forms, translations, schemas and mappings. */

/** Types and states of columns and inputs. */
export const FIELD_TYPES = `
text string str varchar char nvarchar integer int bigint number numeric decimal float double boolean bool date datetime timestamp time json jsonb object array list enum uuid blob binary
encrypted hashed masked required optional readonly hidden visible nullable unique primary foreign indexed input select textarea checkbox radio dropdown multiselect keyword analyzed
email tel phone url password search always never yes no allow deny mandatory forbidden excluded included exact fuzzy contains equals ascending descending asc desc
confirmed unconfirmed pending approved rejected declined provided collected changed updated expired active inactive withheld available unavailable requested received complete incomplete deliverable undeliverable
plaintext redact mask hash keep drop remove tokenize encrypt null none empty missing undefined exists match mismatch partial matched unmatched verified unverified valid invalid
enabled disabled suspended archived deleted invited draft closed paused stopped running failed succeeded cancelled canceled completed queued processing blocked locked unlocked merged published unpublished deactivated activated subscribed unsubscribed
default system
save saved submit submitted open opened resolved waiting escalated assigned accepted refused ready done new won lost sent delivered shipped
`;

/** Words that accompany a field's name in a caption (`Enter your …`). */
export const CAPTION_WORDS = `
a an the of on in at for to and or und oder et ou y e o i en the your my his her their ihr ihre ihren ihrer dein deine votre vos su tu seu sua il tuo suo je uw twoj twoje din ditt sinun
enter please choose select type confirm repeat update change edit add new old current optional required preferred full legal complete valid invalid missing unknown
field column label number no nr nummer num code line address name names card account contact bank first last second middle given family home work mobile billing shipping delivery postal mailing
emergency street house zip postcode city town state region province country apartment suite apt floor
bitte eingeben angeben wahlen bestatigen wiederholen andern neu neue neuer altes pflichtfeld hausnummer stadt land des der die das vom zur zum auf vollstandiger vollstandige
entrez saisissez votre vos confirmer modifier du de la le les des complet complete nouvelle nouveau ancien
introduzca ingrese escriba confirmar cambiar completo completa del los las nuevo nueva
digite insira informe seu alterar do da dos das novo nova
inserisci conferma modifica completo della dello nuovo nuova
voer vul bevestig wijzig volledig volledige van het uw
podaj wpisz potwierdz pelne pelny nowe
ange bekrafta fullstandigt indtast bekraeft fulde oppgi bekreft fullt anna vahvista koko
field column attribute property label caption header feld spalte campo colonne kolom kolumn pole
csv source src target dst input output mapped import export user customer
`;

/** Roles that stand where a name is expected: `name: "Admin"`. */
export const ROLE_CAPTIONS = `user users admin admins owner author contact contacts customer customers supplier suppliers member guest passenger driver employee patient visitor anonymous everyone`;

/** Words of sentences about a password or a key. */
export const SECRET_SENTENCE_WORDS = `
must should too short weak forgot forgotten reset change confirm repeat enter choose new required invalid incorrect wrong match matches characters least character expired minimum cannot your lost show hide update is
vergessen bestatigen wiederholen eingeben andern neues zurucksetzen zeichen kurz schwach falsch ungultig erforderlich abgelaufen ist darf muss mindestens anzeigen
oublie oubliee confirmer saisir nouveau changer caracteres court incorrect invalide requis votre doit modifier afficher reinitialiser
olvidada olvidaste confirmar nueva cambiar caracteres corta incorrecta requerida introduzca su debe restablecer mostrar olvido
esqueceu confirmar nova alterar curta incorreta digite sua deve redefinir esqueci
dimenticata conferma nuova cambia caratteri corta errata deve reimposta
vergeten bevestig nieuw wijzig tekens kort onjuist moet uw herhaal
zapomniane zapomniales potwierdz nowe zmien znakow nieprawidlowe
glomt bekrafta nytt glemt bekraeft nyt bekreft unohtunut vahvista uusi unuttum onayla yeni elfelejtett uj zapomenute nove забыли новый
`;

/** Like `CAPTION_WORDS`, for captions of addresses. Fewer words, because street names contain many of the others. */
export const ADDRESS_CAPTION_WORDS = `
your my the of for de del di da do van der den and or und oder et ou y e o i en billing shipping mailing delivery home work postal postale postalde full complete current permanent optional required enter please line number no nr nummer name
suite apt house unit floor box po hausnummer strasse plz land vollstandige liefer rechnungs bitte livraison facturation domicile complete votre postale numero envio entrega domicilio completa facturacion su seu sua
residenza spedizione fatturazione uw bezorg factuur dostawy zamieszkania kod zip
`;
