/** Employees, payrolls and applicants. */
import { type Draft, p, prose, trap } from '../../label.ts';

export const HR3: Record<string, () => Draft> = {
  'payfit bulletin (fr)': () => ({
    bulletin: {
      id: '65b2f0c6e4b0a1d2c3f4a5b6',
      periode: '2024-01',
      entreprise: {
        raisonSociale: 'Boulangerie Les Trois Épis SARL',
        siret: trap('siret', '81234567800012'),
        codeNaf: '1071C',
        conventionCollective: 'IDCC 843',
      },
      salarie: {
        matricule: '00042',
        nom: p('name', 'Kervella'),
        prenom: p('name', 'Gwenaëlle'),
        numeroSecuriteSociale: p('national', '279071029138644'),
        dateNaissance: p('birth', '1979-07-14'),
        adresse: {
          rue: p('address', '3 bis rue de Siam'),
          codePostal: p('address', '29200'),
          ville: p('address', 'Brest'),
        },
        emploi: 'Vendeuse',
        coefficient: '160',
        telephone: p('phone', '06 74 20 81 55'),
        courriel: p('email', 'gwen.kervella@orange.fr'),
      },
      paiement: {
        mode: 'virement',
        iban: p('iban', 'FR84 1450 8000 5049 6877 1234 A82'),
        bic: p('bank', 'CEPAFRPP450'),
        date: '2024-01-31',
      },
      lignes: [
        { code: '1000', libelle: 'Salaire de base', base: 151.67, taux: 12.04, montant: 1826.11 },
        { code: '2030', libelle: 'Heures suppl. 25 %', base: 4, taux: 15.05, montant: 60.2 },
      ],
      netImposable: 1503.88,
      netAPayer: 1442.17,
      congesRestants: '12,5',
      commentaire: prose(
        'Attestation envoyée à ',
        p('email', 'gwen.kervella@orange.fr'),
        ' le 02/02 (réf. AT-2024-0117)',
      ),
    },
    versionModele: trap('version', '4.18.2'),
  }),
};
