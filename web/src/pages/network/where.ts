import type { RuleValues } from './routing/rule.ts'

const v4 = /^!?\d{1,3}(\.\d{1,3}){3}(\/\d{1,2})?$/
const v6 = /^!?[0-9a-f:.]*:[0-9a-f:.]*(\/\d{1,3})?$/i
const isAddress = (token: string) =>
  v4.test(token) || (v6.test(token) && token.split(':').length > 2) || /^!?(geoip:|ext-ip:)/.test(token)

const prefixed = /^(domain|full|regexp|keyword|dotless|geosite|ext|ext-domain|ext-site):/

/** A typed destination: a pasted URL means its host, and a bare name includes its subdomains. */
function domainOf(token: string): string {
  if (prefixed.test(token)) return token
  const host = token
    .replace(/^\w+:\/\//, '')
    .replace(/[/?#].*$/, '')
    .replace(/:\d+$/, '')
  return /^(\*\.)?[^.\s]+(\.[^.\s]+)+$/.test(host) ? `domain:${host.replace(/^\*\./, '')}` : host
}

/** Split into domains and IPs. */
export function readWhere(text: string): Pick<RuleValues, 'domain' | 'ip'> {
  const tokens = text.split(/[\s,;]+/).filter((token) => token !== '')
  return {
    domain: tokens.filter((token) => !isAddress(token)).map(domainOf),
    ip: tokens.filter(isAddress),
  }
}

/** A query for the router: a name or address, optionally with a port. */
export function readQuestion(text: string): { domain?: string; ip?: string; port: number } {
  const bare = text
    .trim()
    .replace(/^(\w+):\/\//, '')
    .replace(/[/?#].*$/, '')
  const bracketed = /^\[([^\]]+)\](?::(\d+))?$/.exec(bare)
  const [host = '', port] = bracketed
    ? [bracketed[1], bracketed[2]]
    : isAddress(bare)
      ? [bare]
      : bare.split(':')
  return { ...(isAddress(host) ? { ip: host } : { domain: host }), port: Number(port ?? 443) }
}
