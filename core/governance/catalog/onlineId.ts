import { UUID } from '../facts/traits.ts';
import { personalData } from './kind.ts';

/** Hashes of an address of mail, and advertising ids: hexadecimal with or without dashes. */
const HASH_OR_ID = /^[0-9a-f]{16,128}$|^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;
/** `@annlee`, `ann.lee`, `live:ann.lee`, `https://instagram.com/annlee`. */
const HANDLE = /^@?[\p{L}\d_][\p{L}\d_.:#-]{1,63}$|^https?:\/\/[^\s/]+\/@?[^\s/]+\/?$/u;

/** Handles at other services, advertising ids and hashes of addresses. */
export const onlineId = personalData({
  id: 'online-id',
  title: 'Online identifiers',
  group: 'optional',
  on: false,
  distinct: true,
  finds: 'handles at other services, advertising ids, hashes of e-mail addresses by field',
  leaves: 'ids of records and requests',
  fields: {
    onlineHandle: {
      names: `
twitterhandle twitterusername twitter xhandle instagram instagramhandle instagramusername skype skypeid skypename skypehandle telegram telegramusername telegramhandle facebookusername facebookhandle facebookprofile
linkedinusername linkedinhandle linkedinprofile linkedinurl tiktokhandle tiktokusername snapchat snapchatusername whatsapphandle discordusername discordtag wechat wechatid weixin lineid kakaoid viberid mastodonhandle bskyhandle blueskyhandle
githubusername githublogin gitlabusername keybase ircnick xingprofile icq icqnumber slackhandle steamid psnid gamertag socialhandle
`,
      accepts: (value, { letters, digits }) => letters + digits > 1 && HANDLE.test(value),
    },
    deviceId: {
      names: `
idfa idfv gaid aaid adid advertisingid advertisingidentifier googleadvertisingid androidid androidadvertisingid deviceadvertisingid rdid gpsadid openudid
gravatarid gravatarhash emailhash hashedemail emailmd5 emailsha1 emailsha256 md5email sha256email emailaddresshash phonehash hashedphone phonesha256 sha256phone
`,
      accepts: (value) => HASH_OR_ID.test(value) || UUID.test(value),
    },
  },
});
