import { Evidence } from './evidence.ts';
import { personalData } from './kind.ts';

/** Pay, income and credit standing. */
export const pay = personalData({
  id: 'pay',
  title: 'Pay and credit standing',
  group: 'optional',
  on: false,
  finds: 'salary, wage, income and credit score fields',
  leaves: 'prices, amounts of orders',
  fields: {
    pay: {
      names: `
salary basesalary annualsalary monthlysalary currentsalary grosssalary netsalary salaryamount wage wages hourlywage payrate basepay grosspay netpay takehomepay bonusamount
income annualincome monthlyincome householdincome grossincome netincomeperson taxableincome yearlyincome
creditscore creditrating ficoscore fico vantagescore creditscorevalue schufascore schufa bonitat bonitaet bonitatsindex bonitaetsindex
gehalt bruttogehalt nettogehalt grundgehalt jahresgehalt monatsgehalt lohn bruttolohn nettolohn stundenlohn einkommen jahreseinkommen nettoeinkommen
salaire salairebrut salairenet salairemensuel salaireannuel revenuannuel revenumensuel revenufiscal
salario salariobruto salarioneto sueldo ingresosmensuales ingresosanuales salariomensal rendimentomensal rendaanual rendamensal stipendio stipendiolordo retribuzione redditoannuo
salaris brutosalaris nettosalaris brutoloon nettoloon jaarinkomen wynagrodzenie pensja zarobki
`,
      accepts: (value, { digits }) => digits > 0 && value.length <= 60,
      acceptsNumber: () => true,
      evidence: Evidence.person,
      byLabel: true,
    },
  },
});
