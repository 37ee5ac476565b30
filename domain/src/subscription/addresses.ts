import type { Settings } from '#contract/settings.ts'
import { bracketed } from '../net/address.ts'
import { listIn } from '../outbounds/share-parts.ts'

type AddressSettings = Pick<Settings, 'subDomain' | 'subMoreDomains' | 'subMoveTo'>

/** Every name under which subscriptions answer; empty: under any. */
export const subscriptionNames = (s: AddressSettings): string[] =>
  s.subDomain === '' ? [] : [s.subDomain, ...listIn(s.subMoreDomains), ...listIn(s.subMoveTo)]

/** The same address under another name: the path never moves. */
function under(url: string, name: string): string {
  const moved = new URL(url)
  moved.hostname = bracketed(name)
  return moved.href
}

const hostOf = (name: string): string => new URL(`http://${bracketed(name)}/`).hostname

/** The address of a subscription under the other names, for people and for apps that try another one. */
export function otherAddresses(s: AddressSettings, url: string): string[] {
  const others = [s.subDomain, ...listIn(s.subMoreDomains)].filter((name) => name !== '')
  if (others.length === 0) return []
  const own = new URL(url).hostname
  return [...new Set(others.map(hostOf))].filter((name) => name !== own).map((name) => under(url, name))
}

/** Tells apps where else to ask, and where to ask from now on. Each app has its own header. */
export function addressHeaders(s: AddressSettings, url: string): string[] {
  if (s.subMoreDomains === '' && s.subMoveTo === '') return []
  const headers: string[] = []
  const [fallback] = otherAddresses(s, url)
  if (fallback) headers.push('Fallback-Url', fallback)
  const to = s.subMoveTo === '' ? '' : hostOf(s.subMoveTo)
  if (to !== '' && to !== new URL(url).hostname)
    headers.push('New-Domain', to, 'New-Sub-Domain', to, 'Flclashx-Newdomain', to)
  return headers
}
