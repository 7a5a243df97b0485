/**
 * Numbers as people write them, in eight languages: social security numbers, tax numbers and phones behind their labels, and the
 * numbers with dots and colons that only look like addresses. `[[type value]]` must go, everything else must stay.
 */
import type { LabelledText } from '../text/index.ts';
import { SECOND_ROUND } from './told2.ts';

const SENTENCES = `
SS# [[ssn 536-22-1234]]
SS#: [[ssn 536221234]]
SS # [[ssn 536 22 1234]]
SS No. [[ssn 536-22-1234]]
S.S.N. [[ssn 536221234]]
SSN [[ssn 219 09 9999]] is on file.
SSN# [[ssn 219-09-9999]] belongs to the co-borrower.
SSN=[[ssn 219099999]] was sent in clear text.
ssn:[[ssn 219-09-9999]],dob missing
(SSN [[ssn 219-09-9999]])
SSN/ITIN [[ssn 219-09-9999]]
Her social is [[ssn 219-09-9999]].
His social: [[ssn 219 09 9999]]
my social is [[ssn 219099999]] if you need it
Social Security No. [[ssn 219-09-9999]]
Social Security No.: [[ssn 219099999]]
Social Security # [[ssn 219 09 9999]]
Social Security number ending the form: [[ssn 219-09-9999]]
Soc. Sec. No. [[ssn 219-09-9999]]
Soc Sec # [[ssn 219099999]]
social security num [[ssn 219.09.9999]]
Social insurance aside, the US number is [[ssn 219-09-9999]].
The applicant gave [[ssn 219-09-9999]] as identification.
Taxpayer: [[ssn 219-09-9999]], filing jointly with [[ssn 536-22-1234]].
spouse SSN [[ssn 536221234]], own SSN [[ssn 219099999]]
SSNs: [[ssn 219-09-9999]], [[ssn 536-22-1234]] and [[ssn 428-11-6677]]
SSNs on the list: [[ssn 219099999]], [[ssn 536221234]]
Beneficiary [[ssn 219-09-9999]] gets 40 percent.
Mr. Doe ([[ssn 219-09-9999]]) called twice.
The old number 219-09-999 has only eight digits.
US-Sozialversicherungsnummer [[ssn 219-09-9999]] liegt vor.
Die amerikanische SSN lautet [[ssn 219 09 9999]].
Seine SSN ist [[ssn 219099999]].
Le numéro SSN américain est [[ssn 219-09-9999]].
Numéro de sécurité sociale américain : [[ssn 219-09-9999]]
Mi número de seguro social es [[ssn 219-09-9999]].
Seguro social: [[ssn 219099999]]
N.º de Seguro Social [[ssn 219 09 9999]]
O SSN dela é [[ssn 219-09-9999]].
Il suo SSN è [[ssn 219 09 9999]].
Haar SSN is [[ssn 219099999]].
Jej numer SSN to [[ssn 219-09-9999]].
ITIN [[ssn 912-70-1234]] was issued in May.
ITIN: [[ssn 912 70 1234]]
EIN [[tax 12-3456789]] of the sole proprietor
SSN –––: [[ssn 219–09–9999]]
SSN #[[ssn 219-09-9999]]
Phone #[[phone 415-555-2671]]
Ticket #415-555-2671 and issue #4155552671 are open.
Numéro d'assurance sociale américain [[ssn 219 09 9999]]
The number on her social security card is [[ssn 219099999]].
The SSN in your request is [[ssn 219-09-9999]].
SSN [[ssn ***-**-6789]] matches.
social security number [[ssn XXX-XX-6789]]
The last four of her SSN are [[ssn 6789]].
SSN ending in [[ssn 6789]], card ending in 4242
The last four digits of the order are 6789.
SSN checks end in 2026, as planned.
Husband and wife: [[ssn 219-09-9999]]/[[ssn 536-22-1234]]
Die Nummer lautet „[[ssn 219-09-9999]]“.
The field reads \`[[ssn 219-09-9999]]\` now.
She dialled “[[phone 415-555-2671]]” twice.
Sozialversicherungsnummer (USA): [[ssn 219099999]]
Ratio 120/80 and path /2024/03/4155552671/77.
Case 5512: applicant [[ssn 219-09-9999]]
Orders 219-09-9999 and 536-22-1234 are late.
SSN\t[[ssn 219-09-9999]]
SSN is [[ssn 219-09-9999]] (verified), phone [[phone 415-555-2671]]
SSN on W-2 box a reads [[ssn 219-09-9999]] while box b is empty
last four of SSN are on the card
the SSN field takes 9 digits, e.g. none
SSN masked as XXX-XX-XXXX in the export
Part 219-09-9999 of the pump is sold out.
Part number 219-09-9999 fits.
Order 219-09-9999 was shipped.
Serial no. 219-09-9999 expired in 2019.
The SKU 536-22-1234 is back in stock.
Batch 000-12-3456 failed.
Model 666-12-3456 is new.
Zip codes 98101-1234 and 10001-0001 are covered.
Score 219 to 99 in 2019.
Call [[phone 781 5991]] after six.
Tel. [[phone 781-5991]]
Tel: [[phone 030 901820]]
Tel.: [[phone 030/901820-11]]
Tel.-Nr. [[phone 0171 2345678]]
Telefon: [[phone 0171/2345678]]
Telefonnummer [[phone 01712345678]]
Handy [[phone 0171-2345678]], bitte erst ab 18 Uhr
Mobil: [[phone 0151 12345678]]
mobil [[phone 0151 12345678]] / Büro [[phone 089 1234567]]
Fax [[phone 089 1234568]], Zimmer 12
T [[phone +49 30 901820]] F [[phone +49 30 901821]]
Durchwahl 4411 genügt im Haus.
Sie erreichen mich unter [[phone 0761 203 4455]].
Bitte rufen Sie [[phone 0800 330 1000]] an.
Rückfragen an [[phone 040-1234567]]
Tél. [[phone 01 42 68 53 00]]
Tél : [[phone 0142685300]]
Mon portable, c'est le [[phone 06 12 34 56 78]].
Joignable au [[phone 06.12.34.56.78]] le matin.
Appelez le [[phone 0612345678]] pour confirmer.
Fax : [[phone 01 42 68 53 01]]
Tel. [[phone 91 555 12 34]]
Tfno: [[phone 915 55 12 34]]
Teléfono [[phone 612 345 678]]
móvil [[phone 612345678]], llamar por la tarde
Llámame al [[phone 612 34 56 78]].
Celular: [[phone 55 1234 5678]]
Cel. [[phone 11 91234-5678]]
Telefone: [[phone (11) 3456-7890]]
WhatsApp [[phone 11 98765-4321]]
Fone: [[phone (21) 2345-6789]]
Ligue [[phone 21 98765 4321]] até as 18h.
Tel. [[phone 06 6982 1234]]
Cell. [[phone 347 123 4567]]
Il mio numero è [[phone 347 1234567]].
Telefono: [[phone 02 1234567]]
Chiamami al [[phone 3471234567]].
Tel.nr. [[phone 020 624 1111]]
Mobiel: [[phone 06-12345678]]
Bel [[phone 06 12 34 56 78]] voor een afspraak.
Mijn nummer is [[phone 0612345678]].
tel. [[phone 22 123 45 67]]
Telefon: [[phone 501 234 567]]
Kom. [[phone 501-234-567]]
Proszę dzwonić: [[phone 22 123 45 67]]
mój numer: [[phone 501234567]]
Tel: [[phone 08-123 456 78]]
Mobil [[phone 070-123 45 67]]
Ring mig på [[phone 070 123 45 67]].
Ph: [[phone 415 555 2671]]
Ph. [[phone (02) 9876 5432]]
Phone # [[phone 4155552671]]
phone no [[phone 415.555.2671]]
Cell: [[phone 415/555-2671]]
cell phone number is [[phone 4155552671]]
Mob: [[phone 07911 123456]]
Mobile [[phone 07911123456]]
M: [[phone 07911 123 456]]
T: [[phone 020 7946 0958]]
Office: [[phone 020 7946 0958 ext 12]]
Home [[phone 01632 960 001]], work [[phone 01632 960 002]]
H: [[phone 415-555-2671]] W: [[phone 415-555-2672]]
Text me at [[phone 415 555 2671]]!
Dial [[phone 1-800-555-0199]] now.
Toll free [[phone 1 800 555 0199]]
Hotline: [[phone 0800 123 4567]]
contact number - [[phone 9876543210]]
Contact: [[phone 98765 43210]]
Mobile No.: [[phone 98765-43210]]
WhatsApp me on [[phone 9876543210]].
Call or text: [[phone (415)555-2671]]
[[phone +1 (415) 555-2671]]
Phone [[phone +44 (0)20 7946 0958]]
tel:[[phone +1-415-555-2671]]
Voicemail left at [[phone 415-555-2671 x44]]
電話：[[phone 03-1234-5678]]
携帯 [[phone 090-1234-5678]]
电话：[[phone 138 0013 8000]]
手机号[[phone 13800138000]]
Тел.: [[phone 8 (495) 123-45-67]]
моб. [[phone 8 916 123 45 67]]
전화 [[phone 02-123-4567]]
The meeting at 12:30:45 took 00:10:30.
Start 08:00:00, end 17:30:00, pause 00:45:00.
Timecode 01:12:45:10 marks the cut.
The ratio is 16:9, later 4:3:2.
John 3:16 and Mark 12:30-31 were read.
The OUI 00:1A:2B belongs to a maker.
std::vector and std::chrono::seconds are used.
The operator :: reaches the namespace a::b::c.
Foo::Bar::baz(12) failed at Cafe::Bad::Face.
Call abc::def::1 to begin.
The EUI-64 is missing.
World wide name 50:01:43:80:12:34:56:78 is zoned.
wwn 21:00:00:24:ff:30:14:c4 logged in to the fabric
Fingerprint 16:27:ac:a5:76:28:2d:36 matches.
Certificate SHA1 2f:7a:9b:11:0c:3d:55:01:ab:cd:ef:12:34:56:78:90:ab:cd:ef:01 is pinned.
Items 1.2.3.4 to 1.2.3.9 were removed.
See 1.2.3.4 below.
Chapter 7.4.2.1 covers pumps.
As described in 12.4.1.9, valves open.
Requirement 4.3.2.1 applies.
Rule 12.3.1.1 and rule 12.3.1.2 conflict.
Table 3.1.2.4 lists sizes.
Figure 10.2.1.4 shows the flow.
Step 10.4.2.1 of the procedure
Art. 5.1.2.1 lit. a
§ 10.2.1.3 gilt entsprechend.
Punkt 4.2.1.7 der Tagesordnung
Nummer 2.1.3.4 der Anlage
Le point 4.2.1.7 est reporté.
El punto 10.4.2.1 queda pendiente.
Il punto 4.2.1.7 è rinviato.
Punt 4.2.1.7 vervalt.
Punkt 4.2.1.7 został skreślony.
Build 10.4.2.199 went out.
build number 24.31.7.2 is green
Upgraded from 10.2.0.1 to 10.4.1.0 last night.
Rolled back to 10.4.1.0 after the alert.
Requires 10.4.1.0 or later.
Tested with 9.55.3.1 and 10.4.1.0 only.
Fixed in 10.4.1.0.
Fixed in 12.41.3.7, backported to 11.40.2.9.
Since 4.31.0.7 the export is faster.
Upgrade to 18.35.2.4 before Friday.
App 4.31.0.7 crashed on start.
Login failed in app 4.12.0.7 on Monday.
The client 4.12.0.7 cannot log in.
Client version 4.12.0.7 connects twice.
Login from [[ip 92.118.3.4]] with Opera 98.0.12.7
Login from [[ip 92.118.3.4]] with app 4.12.0.7
Login from [[ip 92.118.3.4]] (app 4.12.0.7)
Session of [[ip 92.118.3.4]], client 4.12.0.7
IP [[ip 92.118.3.4]] used Safari 17.4.1.2.
IP address [[ip 92.118.3.4]] requested build 4.12.0.7.
Host [[ip 92.118.3.4]] runs OpenSSL 3.0.13.1.
Request by [[ip 92.118.3.4]] with SDK 4.12.0.7 was denied.
Server upgraded to 10.4.1.0 without downtime.
The router at [[ip 192.168.1.1]] was upgraded to 10.4.1.0.
The firewall image 10.4.1.0 is out.
The proxy release 10.4.1.0 fixes the login.
Agent 10.4.1.0 on host web-3 is outdated.
Nginx 1.25.3.1 answered [[ip 92.118.3.4]].
Blocked [[ip 92.118.3.4]]; rule set 4.12.0.7 is active.
The DNS plugin 4.12.0.7 leaks memory.
VPN client 5.0.7.290 is required.
The Windows update 10.0.190.41 is installed.
Netmask 255.255.255.0, broadcast 255.255.255.255.
Bind to 0.0.0.0 or 127.0.0.1, not to a public address.
Multicast 224.0.0.251 is used for mDNS.
Subnet 10.20.30.0/24 and 2001:db8::/32 are free.
All of 10.20.30.x is ours.
Set ::/0 as the default route.
Ping ::1 to test.
Resolve by 8.8.8.8 and 1.1.1.1.
Am 12.03.2024 um 12:30:45 Uhr.
Le 12.03.24 à 10:15:00.
OID 1.2.840.113549.1.1.11 means RSA.
OIDs 2.5.4.3 and 2.5.29.17 name the subject.
Enterprise 1.3.6.1 is a root.
DOI 10.1000.10.123 is no address.
Position 4.2.1.7 im Leistungsverzeichnis
IFC 4.3.2.0 is the schema.
Bluetooth 5.3.1.0 stack
Debian 12.5.0.1 image
iOS 17.4.1.2 beta
Java 1.8.0.402 update
.NET 4.8.1.0 runtime
libc 2.31.0.9 is too old
ffmpeg 6.1.1.3 crashed
Firmware v10.4.1.0 and v4.31.0.7
The tag 10.4.1.0-rc1 and image api:10.4.1.0 exist.
pip install tool==10.4.1.0
Connection from [[ip 84.12.33.9]] closed.
ping [[ip 10.4.1.20]] fails
ssh admin on [[ip 10.4.1.20]] port 22
curl to [[ip 10.4.1.20]]:8080 times out
The printer has [[ip 10.4.1.20]].
gateway [[ip 10.4.1.1]], dns [[ip 10.4.1.2]]
Zugriff von [[ip 84.12.33.9]] gesperrt
connexion depuis [[ip 84.12.33.9]] refusée
acceso desde [[ip 84.12.33.9]] denegado
accesso da [[ip 84.12.33.9]] negato
toegang vanaf [[ip 84.12.33.9]] geweigerd
dostęp z [[ip 84.12.33.9]] zablokowany
[[ip 84.12.33.9]] - - [12/Mar/2024:12:30:45 +0000]
peer [[ip 2001:db8:85a3::8a2e:370:7334]] reset
`
  .trim()
  .split('\n');

const PERSONAL = /\[\[([a-z]+) ([^\]]+)\]\]/g;

export function toldTexts(): LabelledText[] {
  return [...SENTENCES, ...SECOND_ROUND.trim().split('\n')].map((sentence) => {
    const line = sentence.replaceAll('\\t', '\t');
    const personal = [...line.matchAll(PERSONAL)].map(([, type, value]) => ({ type: type!, value: value! }));
    const words = line
      .replace(PERSONAL, ' ')
      .split(/\s+/)
      .filter((word) => /[\p{L}\p{N}]/u.test(word));
    return { text: line.replace(PERSONAL, '$2'), personal, words };
  });
}
