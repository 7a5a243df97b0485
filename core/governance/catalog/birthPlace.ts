import { personalData } from './kind.ts';

/** Places of birth. */
export const birthPlace = personalData({
  id: 'birth-place',
  title: 'Places of birth',
  group: 'identity',
  on: true,
  finds: 'place of birth fields',
  leaves: 'cities',
  fields: {
    birthPlace: {
      names: `
gbort
placeofbirth birthplace cityofbirth birthcity geburtsort lieudenaissance lieunaissance lugardenacimiento lugarnacimiento localdenascimento
naturalidade naturalde lugarnac cityofbirthname birthlocation birthcityname fodested fodeby syntymapaikka syntymakotikunta szuletesihely loculnasterii dogumyeri mistonarozeni tempatlahir noisinh τοποςγεννησης מקוםלידה مكانالميلاد местород 籍贯 出身地 출생지
luogodinascita luogonascita geboorteplaats miejsceurodzenia fodelseort 出生地
`,
      accepts: (_value, { letters }) => letters > 0,
      parts: 'city town village place name region state province county locality municipality formatted text',
      captions: 'other',
      byLabel: true,
      mayRefer: true,
    },
  },
});
