/** A second round of sentences, written before their first score: how people tell numbers, dates and passwords in passing. */
export const SECOND_ROUND = `
The W-2 shows SSN [[ssn 219-09-9999]] and an EIN of [[tax 12-3456789]].
Applicant's social security number ([[ssn 219-09-9999]]) could not be verified.
Background check: [[ssn 219-09-9999]] returned no record.
Full SSN on file is [[ssn 219 09 9999]].
Please confirm the social: two one nine, or [[ssn 219099999]]?
Her Social Security card reads [[ssn 219-09-9999]].
SSN (nine digits): [[ssn 219099999]]
Soc. sec. [[ssn 219-09-9999]], dob unknown
Tax form lists [[ssn 219-09-9999]] for the spouse and [[ssn 536-22-1234]] for the filer.
I mistyped my SSN as [[ssn 219-90-9999]]; it is [[ssn 219-09-9999]].
Use [[ssn 219-09-9999]] as the taxpayer's number.
patient [[ssn 219-09-9999]] arrived at 10:30
Old SSN [[ssn 219-09-9999]] → new SSN [[ssn 536-22-1234]]
SSN…[[ssn 219-09-9999]]
the number is [[ssn 219-09-9999]], that's my social
My social's [[ssn 219-09-9999]] ok?
His SSN, [[ssn 219-09-9999]], was leaked.
SSN provided by caller = [[ssn 219099999]].
W9: name on file, [[ssn 219-09-9999]], signed
Reply with your SSN. Mine is [[ssn 219-09-9999]].
Give me a ring on [[phone 020 7946 0958]] tomorrow.
You'll get me on [[phone 07911 123456]] most days.
If urgent: [[phone 07911 123456]].
Best number for me is [[phone 415-555-2671]].
I'm at [[phone 415.555.2671]] until five.
Her direct dial is [[phone 020 7946 0958]].
Front desk, [[phone (415) 555-2671]], opens at 8.
Driver will phone you from [[phone 07911 123456]].
He texted from [[phone +1 415 555 2671]] at noon.
Emergency contact: Jane, [[phone 415-555-2671]]
In case of emergency notify mother [[phone 07911 123456]].
Meine neue Nummer: [[phone 0151 23456789]]
Bitte melden Sie sich unter [[phone 0761/20344-55]].
Unter [[phone 0800 330 1000]] sind wir rund um die Uhr da.
Ruf mich auf dem Handy an ([[phone 0171/2345678]]).
Der Monteur hat die [[phone 0171 2345678]].
Er ist unter der Nummer [[phone 0171 2345678]] zu erreichen.
Sekretariat [[phone 089 / 12 34 56 78]], Frau Huber
Mon numéro : [[phone 06 12 34 56 78]].
Vous pouvez me rappeler sur le [[phone 06 12 34 56 78]].
Le standard ([[phone 01 42 68 53 00]]) ferme à 18 h.
Écrivez-moi un SMS au [[phone 0612345678]].
Mi número es el [[phone 612 345 678]].
Puede localizarme en el [[phone 612 345 678]].
Contacto: [[phone +34 612 345 678]]
Mande un WhatsApp al [[phone 612345678]].
O meu número é [[phone 912 345 678]].
Me liga no [[phone (11) 98765-4321]].
Telemóvel: [[phone 912 345 678]]
Recado com a mãe, [[phone 11 98765-4321]]
Potete chiamarmi al [[phone 347 123 4567]].
Numero di cellulare: [[phone 347 1234567]]
Per urgenze [[phone 06 6982 1234]].
Je kunt me bereiken op [[phone 06-12345678]].
Telefonisch bereikbaar op [[phone 020-6241111]].
Mój numer to [[phone 501 234 567]].
Proszę o kontakt pod numerem [[phone 501 234 567]].
Mitt nummer är [[phone 070-123 45 67]].
Nå mig på [[phone 070-123 45 67]].
Mit nummer er [[phone 20 12 34 56]].
Ring til [[phone 20 12 34 56]].
Puhelinnumeroni on [[phone 040 123 4567]].
Soita numeroon [[phone 040 123 4567]].
Moje číslo je [[phone 601 234 567]].
Telefonum [[phone 0532 123 45 67]].
Мой номер [[phone 8 916 123-45-67]].
Звоните по номеру [[phone 8 (495) 123-45-67]].
私の電話番号は[[phone 090-1234-5678]]です。
ご連絡は[[phone 03-1234-5678]]まで。
我的手机号是[[phone 138 0013 8000]]。
请致电[[phone 010-12345678]]。
제 번호는 [[phone 010-1234-5678]]입니다.
She was born on the [[birth 4th of March 1985]].
He turned 40 on [[birth 4 March 1985]], his birthday.
Patient, born [[birth 04/03/1985]], was admitted.
Geb.-Datum: [[birth 04.03.1985]]
Er wurde am [[birth 4. März 1985]] geboren.
Il est né le [[birth 4 mars 1985]] à Lyon.
Nació el [[birth 4 de marzo de 1985]] en Sevilla.
Nasceu em [[birth 4 de março de 1985]].
È nata il [[birth 4 marzo 1985]].
Geboren op [[birth 4 maart 1985]] te Breda.
Urodziła się [[birth 4 marca 1985]] roku.
Hon föddes [[birth 4 mars 1985]].
DOB: [[birth 1985-03-04]]
date of birth is [[birth March 4, 1985]]
生年月日は[[birth 1985年3月4日]]です。
The invoice of 4 March 1985 was paid.
Die Firma besteht seit 4. März 1985.
The password is [[password Sunrise!42x]], don't share it.
Login with ann and [[password Hunter99!x]] as password.
Passwort: [[password Sommer-2024!]]
mot de passe provisoire : [[password Soleil#42b]]
La contraseña temporal es [[password Verano*2024]].
A senha do portal é [[password Verao#2024x]].
La password del portale è [[password Estate!2024]].
Het wachtwoord voor het portaal is [[password Zomer!2024]].
Hasło do portalu: [[password Lato!2024x]]
Lösenordet till portalen är [[password Sommar!2024]].
passcode for the door: [[password 4471]]
Reset the password before 2025 or ask room 4471.
CPF do titular: [[id 529.982.247-25]]
Aadhaar [[id 2341 2341 2346]] verified
DNI [[id 12345678Z]] presentado
NIE [[id X1234567L]] caducado.
Codice fiscale [[id RSSMRA85T10A562S]]
BSN [[id 111222333]]
Numéro de sécu [[id 2 55 08 14 168 025 38]]
Steuer-ID [[id 86095742719]]
PESEL [[id 44051401359]]
personnummer [[id 811218-9876]]
NI number [[id AB123456C]]
NINO [[id AB 12 34 56 C]]
NHS no [[id 943 476 5919]]
Order 219-09-9999 is not a person.
Room 4471, code review 0612345678 lines? no.
Parcel 0612345678 is late.
Artikel 0171 2345678 ist ausverkauft.
Bestellung 030 901820 wurde storniert.
La commande 06 12 34 56 78 est partie.
Pedido 612 345 678 cancelado.
Ordine 347 1234567 annullato.
Zamówienie 501 234 567 opłacone.
Bestelling 06-12345678 is verzonden.
Version 12 of form 1985-03-04 applies.
`;
