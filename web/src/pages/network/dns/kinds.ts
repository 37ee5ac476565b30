export const dnsKinds = ['plain', 'https', 'local', 'fakedns', 'other'] as const
export type DnsKind = (typeof dnsKinds)[number]

export function kindOf(address: string): DnsKind {
  if (address === 'localhost') return 'local'
  if (address === 'fakedns') return 'fakedns'
  if (/^(https|h2c)(\+local)?:/i.test(address)) return 'https'
  return /^[a-z0-9+]+:\/\//i.test(address) ? 'other' : 'plain'
}

const starts: Record<DnsKind, string> = {
  plain: '',
  https: 'https://',
  local: 'localhost',
  fakedns: 'fakedns',
  other: 'tcp://',
}

/** The address prefilled for a kind; an address typed for it is kept. */
export const startOf = (kind: DnsKind, typed: string): string =>
  typed !== '' && kindOf(typed) === kind ? typed : starts[kind]
