/** Field names of cards and bank accounts. */

export const CARD_FIELDS = `
creditcard creditcardnumber cardnumber cardno ccnumber ccnum ccno pan primaryaccountnumber debitcard debitcardnumber cardpan paymentcardnumber creditcardno cardnum
kreditkarte kreditkartennummer kartennummer numerocarte cartebancaire numerodecarte numerodetarjeta numerotarjeta tarjetacredito numerocartao numerodocartao cartaocredito numerocarta
cartao tarjeta numtarjeta nrcartao cartaonumero numcartao numcarta numcarte kartenummer kortnr
cartadicredito creditcardnummer numerkarty kortnummer номеркарты 卡号 信用卡号 银行卡号 银行卡 カード番号 카드번호
`;

export const CARD_CODE_FIELDS = `cvv cvv2 cvc cvc2 csc cvvnumber cvcnumber cvvcode cvccode cvv2number cardverificationnumber cardcvv cardcvc cardcode securitycode cardsecuritycode cardverificationvalue cardverificationcode pruefnummer cryptogramme codigoseguridad`;

/** Expiry of a card: personal inside a card, ordinary elsewhere. */
export const CARD_EXPIRY_FIELDS = `expiry expirydate expiration expirationdate expdate exp cardexpiry cardexpiration cardexpirydate ccexp ccexpiry validthru validuntil`;
/** Parts of it: only beside the full number. */
export const CARD_EXPIRY_PART_FIELDS = `expmonth expyear expirymonth expiryyear expirationmonth expirationyear`;

export const BANK_FIELDS = `
bankn kozabango
bankaccount bankaccountnumber bankaccountno bankaccountnum accountiban routing wirerouting wireroutingnumber routingnumber routingno abanumber abarouting abaroutingnumber achroutingnumber aba sortcode bankcode bsb bsbnumber
cbu cbunumber cvu cci virtualaccount virtualaccountnumber vaccount bicfi senderbic receiverbic debtoragent creditoragent intermediaryagent instructingagent instructedagent bic swift swiftcode swiftbic bicswift biccode bankswift ifsc ifsccode clabe directdebitaccount depositaccount depositaccountnumber
kontonummer bankleitzahl blz numerocompte numerodecompte rib numerodecuenta numerocuenta cuentabancaria numeroconta contabancaria contacorrente numeroconto contocorrente rekeningnummer bankrekening numerkonta nrkonta
bban bankkontonr bankkontonummer bankkonto bankrekeningnummer bankrekeningnr tegenrekening rachunekbankowy nrrachunku numerrachunku rachunku kontobankowe tilinumero pankkitili bankszamlaszam szamlaszam bankszamla contbancar cislouctu comptebancaire numerocomptebancaire contobancario numeroconto norekening nomorrekening sotaikhoan hesapno hesapnumarasi kozabango ginkokoza bankacno bankacnumber yinhangzhanghao yinhangkahao dfiaccountnumber λογαριασμος αριθμοςλογαριασμου חשבוןבנק رقمالحساب الحسابالبنكي расчетныйсчет лицевойсчет номерсчета 银行账户 계좌 振込口座 chavepix
plusgiro konto 银行账号 账号 口座番号 계좌번호 номерсчета 
`;

/** An account number of anything; a bank's only beside other bank data. */
export const ACCOUNT_NUMBER_FIELDS = `branchcode branchnumber branchno agencia filial cuenta conta konta compte conto hesap ucet rekening rachunek taikhoan transitnumber institutionnumber acct accountnumber accountno acctnumber acctno accountnum acctnum account`;

export const IBAN_FIELDS = `iban ibannumber ibanno ibancode internationalbankaccountnumber`;
