import { isBic } from '../facts/iban.ts';
import { ISO_DATE } from '../facts/traits.ts';
import { Evidence } from './evidence.ts';
import { personalData } from './kind.ts';

/** Codes of goods and tariffs: `E-1R-GREEN-24-10-01`. */
const PRODUCT_CODE = /-(?:[A-Z]{3,}|\d+[A-Z]+)-/;

/** Bank accounts. */
export const bankAccount = personalData({
  id: 'bank-account',
  title: 'Bank accounts',
  group: 'money',
  on: true,
  minimal: true,
  distinct: true,
  everywhere: true,
  finds: 'account, routing, sort code and BIC fields in a bank context',
  leaves: 'customer and ledger accounts',
  fields: {
    /** An account number of any sort: personal only beside other bank data. */
    accountNumber: {
      names: `
branchcode branchnumber branchno agencia filial cuenta conta konta compte conto hesap ucet rekening rachunek taikhoan transitnumber institutionnumber acct accountnumber accountno acctnumber acctno accountnum acctnum account
`,
      accepts: (value, { digits, letters }) =>
        digits >= 4 && value.length <= 40 && letters <= 6 && !ISO_DATE.test(value),
      acceptsNumber: (digits) => digits >= 5,
      isNumber: true,
      mayRefer: true,
    },
    /** An address of a person in India's payment system: `ann@okbank`. */
    paymentAddress: {
      names: 'vpa upi upiid upiaddress virtualpaymentaddress',
      accepts: (value) => /^[\w.-]{2,64}@[a-z]{2,32}$/i.test(value),
      evidence: Evidence.contact,
    },
    bank: {
      names: `
bankn kozabango
bankaccount bankaccountnumber bankaccountno bankaccountnum accountiban routing wirerouting wireroutingnumber routingnumber routingno abanumber abarouting abaroutingnumber achroutingnumber aba sortcode bankcode bsb bsbnumber
cbu cbunumber cvu cci virtualaccount virtualaccountnumber vaccount bicfi senderbic receiverbic debtoragent creditoragent intermediaryagent instructingagent instructedagent bic swift swiftcode swiftbic bicswift biccode bankswift ifsc ifsccode clabe directdebitaccount depositaccount depositaccountnumber
kontonummer bankleitzahl blz numerocompte numerodecompte rib numerodecuenta numerocuenta cuentabancaria numeroconta contabancaria contacorrente numeroconto contocorrente rekeningnummer bankrekening numerkonta nrkonta
bban bankkontonr bankkontonummer bankkonto bankrekeningnummer bankrekeningnr tegenrekening rachunekbankowy nrrachunku numerrachunku rachunku kontobankowe tilinumero pankkitili bankszamlaszam szamlaszam bankszamla contbancar cislouctu comptebancaire numerocomptebancaire contobancario numeroconto norekening nomorrekening sotaikhoan hesapno hesapnumarasi kozabango ginkokoza bankacno bankacnumber yinhangzhanghao yinhangkahao dfiaccountnumber λογαριασμος αριθμοςλογαριασμου חשבוןבנק رقمالحساب الحسابالبنكي расчетныйсчет лицевойсчет номерсчета 银行账户 계좌 振込口座 chavepix
plusgiro bankgiro postgiro konto 银行账号 账号 口座番号 계좌번호 номерсчета
`,
      accepts(value, { digits }, name) {
        return (
          (digits >= 4 && value.length <= 40 && !ISO_DATE.test(value) && !PRODUCT_CODE.test(value)) ||
          (isBic(value) && (digits > 0 || value === value.toUpperCase() || /bic|swift/.test(name)))
        );
      },
      acceptsNumber: (digits) => digits >= 5,
      evidence: Evidence.bank,
      parts: 'number value account routing accountnumber no code',
      isNumber: true,
      byLabel: true,
      mayRefer: true,
    },
  },
  topics: {
    bank: `
iban bank routing aba sort konto kontonummer compte cuenta conta rekening rekeningnummer bsb clabe ifsc swift bic ach wire bankleitzahl blz
`,
  },
});
