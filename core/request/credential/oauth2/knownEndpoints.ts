/**
 * Providers whose authorization endpoint is at one host and whose token endpoint is at another, as facts: hosts by the authorization
 * endpoint. Of such a provider no issuer is demanded (endpoints.ts). From the providers' documentation as NangoHQ/nango
 * (packages/providers/providers.yaml, 2f4c0af, August 2026: 80 pairs of 292 providers) and simov/grant (config/oauth.json, 500ab20: 28) have
 * it; without hosts that belong to different companies, and those of test systems. A `*` is one label, the same in both hosts.
 */

/** Token hosts by authorization host. */
const TOKEN_HOSTS: Readonly<Record<string, readonly string[]>> = {
  '*.app.netsuite.com': ['*.suitetalk.api.netsuite.com'],
  'access.line.me': ['api.line.me'],
  'account.box.com': ['api.box.com'],
  'account.withings.com': ['wbsapi.withings.net'],
  'accounts.google.com': ['oauth2.googleapis.com', 'www.googleapis.com'],
  'accounts.infusionsoft.com': ['api.infusionsoft.com'],
  'api.surveymonkey.com': ['api.surveymonkey.net'],
  'app.ahrefs.com': ['ahrefs.com'],
  'app.blackbaud.com': ['oauth2.sky.blackbaud.com'],
  'app.cal.com': ['api.cal.com'],
  'app.clickup.com': ['api.clickup.com'],
  'app.close.com': ['api.close.com'],
  'app.datadoghq.com': ['api.datadoghq.com'],
  'app.datadoghq.eu': ['api.datadoghq.eu'],
  'app.hubspot.com': ['api.hubapi.com'],
  'app.intercom.com': ['api.intercom.io'],
  'app.*.intercom.com': ['api.*.intercom.io'],
  'app.netlify.com': ['api.netlify.com'],
  'app.pandadoc.com': ['api.pandadoc.com'],
  'app.ramp.com': ['api.ramp.com'],
  'app.signnow.com': ['api.signnow.com'],
  'app.smartsheet.com': ['api.smartsheet.com'],
  'appcenter.intuit.com': ['oauth.platform.intuit.com'],
  'auth.ebay.com': ['api.ebay.com'],
  'auth.sandbox.ebay.com': ['api.sandbox.ebay.com'],
  'auth.freshbooks.com': ['api.freshbooks.com'],
  'authenticate.trustpilot.com': ['api.trustpilot.com'],
  'bitly.com': ['api-ssl.bitly.com'],
  'ca-*.adyen.com': ['oauth-*.adyen.com'],
  'cloud.ouraring.com': ['api.ouraring.com'],
  'connect.garmin.com': ['diauth.garmin.com'],
  'dashboard.aircall.io': ['api.aircall.io'],
  'gumroad.com': ['api.gumroad.com'],
  'hcm.paycor.com': ['apis.paycor.com'],
  'linear.app': ['api.linear.app'],
  'login.datev.de': ['api.datev.de'],
  'login.xero.com': ['identity.xero.com'],
  'marketplace.gohighlevel.com': ['services.leadconnectorhq.com'],
  'marketplace.leadconnectorhq.com': ['services.leadconnectorhq.com'],
  'marketplace.stripe.com': ['api.stripe.com'],
  'medium.com': ['api.medium.com'],
  'miro.com': ['api.miro.com'],
  'my.mollie.com': ['api.mollie.com'],
  'open.weixin.qq.com': ['api.weixin.qq.com'],
  'secure.helpscout.net': ['api.helpscout.net'],
  'signin.infusionsoft.com': ['api.infusionsoft.com'],
  'soundcloud.com': ['api.soundcloud.com'],
  'threads.net': ['graph.threads.net'],
  'www.threads.net': ['graph.threads.net'],
  'twitter.com': ['api.twitter.com', 'api.x.com'],
  'x.com': ['api.twitter.com', 'api.x.com'],
  'vercel.com': ['api.vercel.com'],
  'webflow.com': ['api.webflow.com'],
  'www.amazon.com': ['api.amazon.com'],
  'www.canva.com': ['api.canva.com'],
  'www.dailymotion.com': ['api.dailymotion.com'],
  'www.dropbox.com': ['api.dropboxapi.com', 'api.dropbox.com'],
  'www.epicgames.com': ['api.epicgames.dev'],
  'www.etsy.com': ['api.etsy.com'],
  'www.facebook.com': ['graph.facebook.com'],
  'www.figma.com': ['api.figma.com'],
  'www.fitbit.com': ['api.fitbit.com'],
  'www.instagram.com': ['api.instagram.com'],
  'www.klaviyo.com': ['a.klaviyo.com'],
  'www.paypal.com': ['api.paypal.com', 'api-m.paypal.com'],
  'www.sandbox.paypal.com': ['api-m.sandbox.paypal.com'],
  'www.pinterest.com': ['api.pinterest.com'],
  'www.pushbullet.com': ['api.pushbullet.com'],
  'www.sageone.com': ['oauth.accounting.sage.com'],
  'www.tiktok.com': ['open.tiktokapis.com', 'business-api.tiktok.com'],
  'www.tumblr.com': ['api.tumblr.com'],
};

/** The pairs of hosts, for tests. */
export const KNOWN_PAIRS: ReadonlyArray<readonly [authorization: string, token: string]> = Object.entries(
  TOKEN_HOSTS,
).flatMap(([from, hosts]) => hosts.map((to) => [from, to] as const));

/** A host pattern with its `*` filled in; undefined when the host does not match. */
function labelIn(pattern: string, host: string): string | undefined {
  const [before = '', after] = pattern.split('*');
  if (after === undefined) return pattern === host ? '' : undefined;
  const label = host.slice(before.length, host.length - after.length);
  const isWhole = host.startsWith(before) && host.endsWith(after) && /^[a-z0-9-]+$/.test(label);
  return isWhole && pattern.length <= host.length ? label : undefined;
}

/** Whether this token endpoint is known to be that of this authorization endpoint; both https, at the port of https. */
export function areKnown(authorizationUrl: string, tokenUrl: string): boolean {
  const [from, to] = [new URL(authorizationUrl), new URL(tokenUrl)];
  if ([from, to].some(({ protocol, port }) => protocol !== 'https:' || port !== '')) return false;
  return KNOWN_PAIRS.some(([authorization, token]) => {
    const label = labelIn(authorization, from.hostname);
    return label !== undefined && token.replace('*', label) === to.hostname;
  });
}
