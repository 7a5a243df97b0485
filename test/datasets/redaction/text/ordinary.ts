/**
 * Sentences without anything personal, full of what looks like it: capitalised words, products, dates, amounts, versions,
 * references, code. All of every sentence must stay.
 */
export const ORDINARY: readonly string[] = `
Please quote order 512-334-8821 when you write to us.
Your parcel 415-555-2671 left the depot this morning.
Consignment 9405511899223197428490 is out for delivery.
The package 1Z999AA10123456784 was scanned in Memphis on Tuesday.
Docket 303-441-9920 has been closed by the clerk.
The manifest 718-204-3391 lists twelve pallets.
Return label 617-233-4410 expires on 31 March 2025.
Refund 212-664-7665 was issued in two parts.
Receipt no. 646-882-0193 covers both items.
Case 5012345678 was escalated to tier two.
Ticket 2024-118833 is a duplicate of 2024-118790.
Invoice 2024-00417 replaces invoice 2023-99120.
Purchase order 4500012345 was approved by finance.
PO 4500-0123-4567 is missing a cost centre.
Contract 2019-4471-8823 renews in January.
Warranty claim 884-221-7730 was rejected.
Subscription 7341902255 renews on the first of May.
Registration 908-113-4476 is valid for one season.
Membership 4021987763 was upgraded to Gold.
Part 555-01-4433 fits the older pump as well.
Serial 8830-2219-7745 belongs to batch 2210.
Asset tag 310-555-0142 was moved to room 12.
Meter 70041923 reads 48,221 kWh.
Lot 20240311-07 failed the leak test.
Batch 240-771-3355 was recalled in June.
The EAN 4006381333931 is printed on the box.
Barcode 0036000291452 scans as a different product.
ISBN 978-3-16-148410-0 is out of print.
The book, ISBN 0-306-40615-2, sold 12,000 copies.
ISSN 2049-3630 is the online edition.
DOI 10.1000/182 resolves again.
arXiv 2403.01234 was withdrawn.
Flight LH 1234 to Frankfurt leaves at 14:05.
Booking reference K7X2QM covers two nights.
Voucher 4419-2207-3381 is worth 20 EUR.
Gift code 6011-2210-9934 has expired.
Policy 330-118-2745 excludes water damage.
Quote 818-555-7712 is valid for 30 days.
Model number 4155552671 was discontinued in 2019.
Catalogue no. 212-555-0187 is on page 44.
The build 20240311.4 went out to ten percent of users.
Upgrade from 10.0.19041.1 to 10.0.22631.3 before Friday.
Chrome 122.0.6261.94 fixes the crash.
Version 4.12.0.7 broke the import of calendars.
The firmware 1.2.3.4 is safe to install.
Release 24.3.1.0 adds dark mode.
Please move to v3.11.0.2 as soon as you can.
Version: 12.4.0.33, channel: stable.
The driver 31.0.101.5186 shipped with the laptop.
Bumped lodash from 4.17.20 to 4.17.21.
Kernel 6.8.0.51 is affected, 6.8.0.52 is not.
Section 12.4.1.9 of the manual explains the valve.
See clause 3.1.2.4 for the exceptions.
OID 1.3.6.1.4.1.311.21.20 names the certificate template.
Paragraph 2.14.3.1 was struck out in the draft.
We test against PostgreSQL 16.2 and MySQL 8.0.36.
The SDK 2.31.7.1 needs Java 21.
Image registry.example.com/shop/api:2.14.3.1 was pushed.
Sha 9fceb02d0ae598e95dc970b74767f19372d61af8 is the last good commit.
Commit 3f2a9c1 reverts the change of 12 February 2024.
The hash d41d8cd98f00b204e9800998ecf8427e means an empty file.
Trace 4bf92f3577b34da6a3ce929d0e0e4736 shows the slow query.
Request id 7d4f2c1e-90ab-4f0b-a1d5-3f0e8c7b2a11 failed twice.
UUID 123e4567-e89b-12d3-a456-426614174000 is the example in the standard.
The ETag is 33a64df551425fcc55e4d42a148795d9f25f89d4.
Set maxRetries: 5 and backoff: 200 in the settings.
const total = items.reduce((sum, item) => sum + item.price, 0);
if (user.password === undefined) throw new Error('missing');
The password policy asks for twelve characters.
Password reset is not available on Sundays.
Your password: must contain a digit.
The token count was 18221 and the limit is 32000.
Secret Santa is on December 18.
The key is under the flower pot.
API key rotation happens every 90 days.
Token bucket: 100 requests a second, burst 250.
The secret is patience, said the cook.
Access key: see the vault.
next_page_token=eyJ is empty on the last page.
Run npm install @scope/pkg@1.2.3 and restart.
Clone git@github.com:owner/repo.git first.
Use icon@2x.png for the larger screens.
Mention @maria-dev in the thread to ask for a review.
The decorator @Injectable() is missing.
npx -y @modelcontextprotocol/server-everything@2024.11.5 starts it.
Meet us at 10:30 @ the north gate.
Tickets cost $1,250.00 or 1.150,00 EUR.
Revenue rose from 4.155.552.671 to 4.812.003.114 dong.
The budget is 2 500 000 000 rubles.
We raised $12,500,000 at a valuation of $85,000,000.
Interest fell from 4.75 to 4.25 percent.
The total of 149.99 includes 23.95 of tax.
He scored 31 points and 12 rebounds in 38 minutes.
The Lakers beat the Celtics 112-108 on Sunday.
The final was 3-6, 7-6, 6-4 in two hours 41 minutes.
Population grew from 8,804,190 to 8,912,004 in ten years.
Coordinates 40.7128, -74.0060 mark the old harbour.
The summit is at 46.5763 N, 7.9904 E.
The temperature was -12.5 at 06:00 and 3.2 at noon.
Wind from 270 at 15 knots, pressure 1013.25.
Frequency 145.500 and 433.075 are in use.
Mix 250 g of flour, 125 ml of milk and 3 eggs.
Take 500-1000 mg every 4-6 hours, at most 4000 mg a day.
The lens is a 24-70 at f/2.8, serial unknown.
Screws M4 x 12, torque 2.5 Nm, 100 per box.
Resolution 3840x2160 at 59.94 frames a second.
The file has 1,048,576 rows and 16,384 columns.
Port 8443 is open, 8080 is not.
Open the range 10.0.0.0/8 and 192.168.0.0/16 in the firewall.
Bind to 0.0.0.0 or 127.0.0.1 in development.
The netmask is 255.255.255.0.
The class std::vector and the path a::b::c are in the index.
At 12:34:56:78 the clip begins.
Fingerprint 43:51:43:A1:B5:FC:8B:B7:0A:3A:A9:B1:0F:66:73:A8 matches.
The meeting is on 2024-03-11 from 10:00 to 11:30.
Between 2019-2024 the price doubled.
From 01.03.2024 to 31.03.2024 the pool is closed.
On 3/11/2024 we moved to the new office.
The festival runs 12-14 July 2025.
The treaty was signed on 10 December 1948.
Mozart lived in the 18th century and Bach before him.
The company was founded in 1987 in Eindhoven.
Their daughter company was born out of a merger in 2011-04-01.
A star is born, wrote the paper on 21/07/2019.
The bridge, built 1932, was widened in 1968.
The anniversary is on 14 February 2026.
Naturally, on 12/05/2023 the servers were busy.
The native app of 3 March 2024 is gone.
National Day is 1 August 1291 by tradition.
May 2024 was warmer than June 2024.
March on Washington, August 28, 1963.
April and June work at the counter, as do May and Augusta.
Jordan, Chad and Georgia are countries.
Paris Hilton is a hotel, said the map.
Washington Street crosses Lincoln Avenue near the Hudson.
Baker Street station has five platforms.
Victoria Falls is wider than Niagara.
The White House and Downing Street agreed.
Park Avenue Armory shows a new play.
Room 221, Building 4, second floor.
Exit 12 leads to the Ring Road.
Gate 14 closes at 18:20.
Lane 3 is closed near kilometre 212.
Line 1 and Line 14 meet at Gare de Lyon.
Platform 9 is on the left side of the hall.
Apollo 11 landed in the Sea of Tranquility.
Boeing 737-800 and Airbus A320-200 differ in range.
The iPhone 15 Pro Max costs 1,199 dollars.
Galaxy S24 Ultra, 512 GB, Titanium Gray.
Windows 11 Pro 23H2, build 22631.3296.
Ubuntu 24.04.1 LTS is out since August.
GeForce RTX 4070 and Radeon RX 7800 compared.
The Porsche 911 Carrera of 1989 has 231 horsepower.
Type AB-1234-CD plugs fit both sockets.
LEGO 10307 has 10,001 pieces.
Sony WH-1000XM5 against Bose QC45.
IKEA Billy 002.638.50 is back in stock.
Toner TN-2420 and drum DR-2400 are not included.
Norm EN 60601-1-2:2015 applies.
ISO 27001:2022 replaces ISO 27001:2013.
DIN 912 M6x20 8.8 zinc.
RFC 9110 obsoletes RFC 7231.
CVE-2024-3094 was found by chance.
HTTP 429 comes after 600 requests in 60 seconds.
Error 0x80070005 means access denied.
Exit code 137 says the memory was gone.
Job 4417732210 finished in 00:12:44.
Pipeline 1182736455 failed at stage 3.
Run 8827361552 took 14 minutes.
Row 1000000 was skipped.
Task 1203984475566123 moved to Done.
Pull request 18233 closes issue 17990.
Snowflake 1184392840193847296 sorts after it.
Transaction 4111-2291-8837 settled overnight.
Payment pi_3OqYbT2eZvKYlo2C1xYz0abc is pending.
Charge ch_3MmlLrLkdIwHu7ix0snN0B15 was disputed.
The customer number is 4471-8823-19.
Client no. 33012-8841 has two branches.
Account 0012-3345 was merged with another ledger.
Cost centre 41200 and profit centre 88310.
Bin 14, shelf 3, box 7.
SKU 884-2210-991 is sold in packs of six.
Item 1002-3345-77 weighs 1.2 kg.
Container MSKU1234565 is on the Ever Given.
Wagon 31 80 0691 235-2 needs new brakes.
Vessel IMO 9811000 passed the canal.
Tail number D-AIMA flew from Munich.
Bus 142 runs every 12 minutes.
Channel 7 shows the match at 20:45.
Episode 4x07 aired on 9 June.
Volume 12, issue 3, pages 441-458.
Chapter 12, verses 3-14, King James Version.
Opus 27 No. 2 in C sharp minor.
Track 5 lasts 4:33.
The survey had 1,204 answers of 5,000 sent.
P < 0.001, n = 1204, CI 95 %.
Vote 412-17 in favour.
Question 14: choose A, B or C.
Score 98.6 out of 100.
The ratio is 16:9, sometimes 21:9.
Scale 1:25000, sheet 47.
Zone UTC+05:30 has no summer time.
Cron 0 4 * * 1-5 runs on weekdays.
Color #FF8800 and rgb(255,136,0) are the same.
Regex /^[A-Z]{2}\\d{4}$/ matches the plate format.
SELECT id, total FROM orders WHERE total > 1000 ORDER BY id LIMIT 50;
curl -sS https://api.example.com/v1/orders/4155552671 -o out.json
GET /v2/accounts/8837462910/invoices?page=3&limit=50 200 1832
See https://example.com/docs/4.2.1.0/setup.html#step-3 for more.
aws s3 cp s3://bucket-2024/logs/2024/03/11/part-00001.gz .
arn:aws:lambda:eu-central-1:123456789012:function:orders is slow.
The path C:\\Program Files\\App\\12.1.0.4\\bin is not writable.
/var/log/app/2024-03-11T10-22-31.log grew to 4 GB.
Die Bestellung 512-334-8821 ist unterwegs.
Rechnung 2024-00417 vom 11.03.2024 ist offen.
Vorgangsnummer 4471882319 liegt beim Amt.
Kundennummer 88120-4471 bitte immer angeben.
Das Aktenzeichen 3 O 412/23 ist beim Landgericht.
Die Sendung 00340434161094042557 wurde zugestellt.
Artikel 4006381333931 ist ausverkauft.
Der Zug ICE 1234 hat 20 Minuten Versp\u00e4tung.
Am 3. Oktober 1990 wurde gefeiert.
Der Preis stieg von 1.299,00 auf 1.499,00 Euro.
Die Gr\u00fcne Woche beginnt am 17. Januar 2025.
Geboren wurde die Idee am 12.05.2019 in der Kantine.
Die Nummer 4711 steht f\u00fcr K\u00f6lnisch Wasser.
La commande 415-555-2671 sera livr\u00e9e demain.
La facture 2024-00417 est pay\u00e9e depuis le 11 mars 2024.
Le colis 6A12345678901 attend au bureau.
Le dossier 33-4471-8823 est complet.
N\u00e9e d\u2019une id\u00e9e simple, la soci\u00e9t\u00e9 emploie 120 personnes.
Le num\u00e9ro de lot est 240-771-3355.
Le si\u00e8cle des Lumi\u00e8res finit vers 1789.
El pedido 512-334-8821 sali\u00f3 ayer.
La factura 2024-00417 vence el 31 de marzo de 2024.
El expediente 2019-4471-8823 sigue abierto.
N\u00famero de gu\u00eda 4155552671 en reparto.
El precio baj\u00f3 de 1.299,00 a 999,00 euros.
La nota fiscal 000.123.456 foi emitida.
O pedido 5512334882 foi enviado em 11 de mar\u00e7o de 2024.
Protocolo 20240311-4471882 aberto ontem.
O processo 0001234-56.2024.8.26.0100 segue em segredo.
L\u2019ordine 415-555-2671 \u00e8 in consegna.
La fattura 2024/00417 scade il 31 marzo 2024.
La pratica 33-4471-8823 \u00e8 chiusa.
Nata come rivista, oggi \u00e8 un sito con 2.000.000 di lettori.
De bestelling 512-334-8821 is onderweg.
Factuur 2024-00417 is betaald op 11-03-2024.
Zaaknummer 4471882319 is gesloten.
Zam\u00f3wienie 512-334-8821 zosta\u0142o wys\u0142ane.
Faktura 2024/03/0417 jest op\u0142acona.
Paczka 620999680082612019021453 czeka w punkcie.
Best\u00e4llning 512-334-8821 skickades i g\u00e5r.
\u00c4rende 4471882319 \u00e4r avslutat.
Tilaus 512-334-8821 on matkalla.
Ordre 512-334-8821 er sendt.
Objedn\u00e1vka 512-334-8821 byla odesl\u00e1na.
Sipari\u015f 512-334-8821 yola \u00e7\u0131kt\u0131.
\u0417\u0430\u043a\u0430\u0437 512-334-8821 \u043e\u0442\u043f\u0440\u0430\u0432\u043b\u0435\u043d 11.03.2024.
\u8ba2\u5355 4155552671 \u5df2\u53d1\u8d27\u3002
\u6ce8\u6587\u756a\u53f7 512-334-8821 \u306f\u767a\u9001\u6e08\u307f\u3067\u3059\u3002
\uc8fc\ubb38 512-334-8821 \ubc1c\uc1a1\ub428.
Ann said the red one is nicer.
The Great Gatsby and Moby Dick are on the list.
Microsoft Teams meets Google Meet on Monday.
Amazon Prime Day starts on Tuesday, July 16.
Central Park opens at 6 am.
Acrobat Reader 23.8.2.1 prints again.
Download setup.12.4.0.33.msi from the share.
Pin the package with agent>=7.52.0.1 or agent~> 7.52.0.1.
Upgraded the server to 4.12.0.7 during the night.
The API gateway is on 3.9.1.2 since Monday.
Browser 121.0.6167.85 shows the page, browser 12.1.0.4 does not.
Der Fehler ist in 4.12.0.7 behoben.
Le correctif 4.12.0.7 est disponible.
La aplicaci\u00f3n 4.12.0.7 ya est\u00e1 publicada.
`
  .trim()
  .split('\n');
