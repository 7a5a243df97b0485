/** Rules that are set: what the settings and the owner of a server or a tool decide. */
import { defineRules } from '../../model/governance/rule.ts';

/** What the settings decide. */
export const SETTING_RULES = defineRules({
  'setting.kind-off': [
    'Values of this kind are not redacted in this mode, or their detector is switched off.',
    "mode: minimal, name: 'Ann Lee'",
  ],
  'setting.kept-part': ['The owner lets this part of an address or a card stay.', "keepParts: [town], city: 'Leeds'"],
});
/** What an owner has marked. */
export const OWNER_RULES = defineRules({
  'owner.redact': ['The owner has this field redacted, or has said what it holds.', 'always redacted: /notes'],
  'owner.keep': ['The owner lets this field out.', 'never redacted: /sku'],
  'owner.words': ['A word or a phrase of a list of the owner.', 'lists: customers: [Acme Corp]'],
  'owner.kept-word': ['The owner lets this word or phrase stay.', 'kept words: Danny Boy'],
  'owner.pattern': ['A pattern of the owner matches.', 'EMP-\\d{6}'],
});
