import type { PlainKey, Translate } from '../../../i18n/translation.tsx'

/** The parse errors of domain, each with its translated message; a test keeps the list complete. */
const fixed: Readonly<Record<string, PlainKey>> = {
  'it is no share link': 'linkWhy.noLink',
  'its content is damaged': 'linkWhy.damaged',
  'it has no id': 'linkWhy.noId',
  'it has no password': 'linkWhy.noPassword',
  'it has no secret key': 'linkWhy.noSecretKey',
  'it names no port from 1 to 65535': 'linkWhy.noPort',
  'it names no server': 'linkWhy.noServer',
  'it names no server and port': 'linkWhy.noServer',
  'its encryption is not one that the core has': 'linkWhy.encryption',
  'its cipher is not one that the core has': 'linkWhy.cipher',
  'it needs a plugin that the core does not have': 'linkWhy.plugin',
  'its obfuscation is not one that the core has': 'linkWhy.obfuscation',
  'it pins a certificate by something else than SHA-256': 'linkWhy.pin',
  'it uses Reality and has no public key (pbk)': 'linkWhy.reality',
  'its security is none of none, tls and reality': 'linkWhy.security',
  'its transport is not one that the core has': 'linkWhy.transport',
  'its public key is no WireGuard key': 'linkWhy.wireguardKey',
  'its secret key is no WireGuard key': 'linkWhy.wireguardKey',
  'its shared key is no WireGuard key': 'linkWhy.wireguardKey',
  'it is no JSON: check its brackets and commas': 'linkWhy.noJson',
  'it is no object': 'linkWhy.noObject',
  'it names no protocol': 'linkWhy.noProtocol',
}

export const isKnownWhy = (why: string): boolean =>
  Object.hasOwn(fixed, why) || / links cannot be used$/.test(why)

export function whyWords(t: Translate, why: string): string {
  const key = Object.hasOwn(fixed, why) ? fixed[why] : undefined
  if (key) return t(key)
  const [, scheme] = /^(\S+) links cannot be used$/.exec(why) ?? []
  return scheme === undefined ? why : t('linkWhy.scheme', { scheme })
}
