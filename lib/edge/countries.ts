/**
 * The default region for each country's requests, among the configured regions. Countries (ISO 3166-1 alpha-2) are grouped
 * into parts of the world, each with a list of parts by network distance. `countries` in the configuration replaces it. A
 * wrong default only costs latency.
 */
const PARTS = {
  northAmerica:
    'US CA MX GL BM PM GT BZ HN SV NI CR PA CU DO HT JM BS PR VI VG KY TC AI AG BB DM GD GP KN LC MF BL MQ MS',
  southAmerica: 'BR AR CL PE CO VE EC BO PY UY GY SR GF FK TT AW CW BQ SX VC GS',
  europe:
    'GB IE FR DE NL BE LU CH AT LI ES PT AD GI IT SM VA MT GR CY DK SE NO FI IS FO AX SJ EE LV LT PL CZ SK HU SI HR BA RS ' +
    'ME MK AL XK RO BG MD UA BY RU TR GE AM AZ JE GG IM KZ KG TJ TM UZ',
  middleEast: 'AE SA QA BH KW OM YE IQ IR SY LB JO IL PS EG',
  africa:
    'ZA NA BW ZW MZ LS SZ ZM MW AO CD CG GA CM CF TD GQ ST NG NE BJ TG GH CI BF ML SN GM GW GN SL LR CV MR MA EH DZ TN LY ' +
    'SD SS ET ER DJ SO KE UG RW BI TZ MG MU RE YT KM SC SH IO',
  southAsia: 'IN PK BD LK NP BT MV AF',
  eastAsia: 'JP KR KP TW HK MO CN MN',
  southEastAsia: 'SG MY ID TH VN PH BN KH LA MM TL CX CC',
  oceania: 'AU NZ PG FJ SB VU NC PF WS TO TV KI NR FM MH PW GU MP AS CK NU TK WF NF PN UM',
} as const;

type Part = keyof typeof PARTS;

const NEAREST: Record<Part, readonly Part[]> = {
  northAmerica: ['northAmerica', 'europe', 'southAmerica', 'eastAsia', 'oceania', 'southEastAsia', 'southAsia'],
  southAmerica: ['southAmerica', 'northAmerica', 'europe', 'africa', 'middleEast', 'eastAsia', 'oceania'],
  europe: ['europe', 'middleEast', 'northAmerica', 'africa', 'southAsia', 'southEastAsia', 'eastAsia'],
  middleEast: ['middleEast', 'europe', 'southAsia', 'southEastAsia', 'africa', 'northAmerica', 'eastAsia'],
  africa: ['africa', 'europe', 'middleEast', 'southAsia', 'northAmerica', 'southAmerica', 'southEastAsia'],
  southAsia: ['southAsia', 'southEastAsia', 'middleEast', 'eastAsia', 'europe', 'oceania', 'africa'],
  eastAsia: ['eastAsia', 'southEastAsia', 'southAsia', 'oceania', 'northAmerica', 'europe', 'middleEast'],
  southEastAsia: ['southEastAsia', 'eastAsia', 'southAsia', 'oceania', 'northAmerica', 'europe', 'middleEast'],
  oceania: ['oceania', 'southEastAsia', 'eastAsia', 'northAmerica', 'southAsia', 'europe', 'southAmerica'],
};

/** The part of the world of an AWS region, from its name. */
function partOf(region: string): Part {
  if (/^(us|ca|mx)-/.test(region)) return 'northAmerica';
  if (region.startsWith('sa-')) return 'southAmerica';
  if (region.startsWith('eu-')) return 'europe';
  if (/^(me|il)-/.test(region)) return 'middleEast';
  if (region.startsWith('af-')) return 'africa';
  if (region.startsWith('ap-south-')) return 'southAsia';
  if (/^ap-(northeast|east)-/.test(region)) return 'eastAsia';
  return /^ap-southeast-[246]$/.test(region) ? 'oceania' : 'southEastAsia';
}

/**
 * The region by country, for countries that the home region does not serve.
 * @param regions home first; of several in one part of the world, the first one serves it
 * @param chosen region by country, replacing the default
 */
export function regionsByCountry(
  regions: readonly string[],
  chosen: Readonly<Record<string, string>> = {},
): Readonly<Record<string, string>> {
  const [home] = regions;
  const guessed = (Object.keys(PARTS) as Part[]).flatMap((part) => {
    const near = NEAREST[part].map((each) => regions.find((region) => partOf(region) === each));
    const region = near.find((found) => found !== undefined) ?? home;
    return PARTS[part].split(' ').map((country) => [country, region] as const);
  });
  const all = { ...Object.fromEntries(guessed), ...chosen };
  return Object.fromEntries(Object.entries(all).filter((entry): entry is [string, string] => entry[1] !== home));
}
