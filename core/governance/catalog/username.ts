import { personalData } from './kind.ts';

/** User names. */
export const username = personalData({
  id: 'username',
  title: 'User names',
  group: 'optional',
  on: false,
  distinct: true,
  finds: 'login and handle fields',
  leaves: 'ids',
  fields: {
    username: {
      names: `
username login loginid loginname brukernavn anvandarnamn kayttajanimi nutzername nomutilisateur nomedeusuario nomeusuario nomeutente nazwauzytkownika kullaniciadi 用户名 用戶名 ユーザー名 имяпользователя userlogin screenname handle nickname nick pseudo benutzername identifiant nombreusuario gebruikersnaam
`,
      accepts: (value, { letters }) => letters > 0 && value.length <= 64,
    },
  },
});
