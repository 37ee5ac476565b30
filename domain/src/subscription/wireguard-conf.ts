import type { Advertised } from '#domain/links/advertised.ts'
import { hostPort } from '#domain/net/address.ts'
import { everyAddress } from '#domain/wireguard/pool.ts'
import { foreignMask } from './dialling.ts'
import { oneLine } from './text.ts'

/** The configuration file of WireGuard's own apps, which is also what their QR code holds; blank if they cannot dial it. */
export function wireguardConf(entry: Advertised): string {
  const { access, host, port, remark } = entry
  if (access.protocol !== 'wireguard' || foreignMask(entry)) return ''
  const { privateKey, publicKey, preSharedKey, addresses, dns, mtu, keepAlive } = access
  const lines = [
    `# ${oneLine(remark)}`,
    '[Interface]',
    // Who has it enters it there.
    privateKey ? `PrivateKey = ${privateKey}` : '# PrivateKey = ',
    `Address = ${addresses.join(', ')}`,
    `DNS = ${oneLine(dns.join(', '))}`,
    `MTU = ${mtu}`,
    '',
    '[Peer]',
    `PublicKey = ${publicKey}`,
    ...(preSharedKey ? [`PresharedKey = ${preSharedKey}`] : []),
    `AllowedIPs = ${everyAddress.join(', ')}`,
    `Endpoint = ${hostPort(oneLine(host), port)}`,
    ...(keepAlive > 0 ? [`PersistentKeepalive = ${keepAlive}`] : []),
  ]
  return `${lines.join('\n')}\n`
}

export interface ConfFile {
  remark: string
  /** Its app names the tunnel by the file: letters, digits, `-` and `_`, at most 15. */
  file: string
  text: string
  /** False: the private key is on the device only, so no app can use the text as it is. */
  complete: boolean
}

const longestName = 15

/** Whole words, as many letters of them as there is room for. */
const plainName = (remark: string, room: number): string => {
  const words = remark.slice(0, 200).normalize('NFKD').replace(/\p{M}/gu, '').match(/\w+/g) ?? []
  return words.reduce((name, word) => {
    const left = room - name.length - (name ? 1 : 0)
    return left > 0 ? `${name}${name ? '-' : ''}${word.slice(0, left)}` : name
  }, '')
}

function tunnelName(remark: string, taken: ReadonlySet<string>): string {
  const named = (room: number) => plainName(remark, room) || 'wg'
  let name = named(longestName)
  for (let n = 2; taken.has(name.toLowerCase()); n++) name = `${named(longestName - 1 - `${n}`.length)}-${n}`
  return name
}

/** The files of these entries; undefined in the place of one that has none. */
export function confFiles(entries: readonly Advertised[]): (ConfFile | undefined)[] {
  const taken = new Set<string>()
  return entries.map((entry) => {
    const text = wireguardConf(entry)
    if (text === '') return undefined
    const name = tunnelName(entry.remark, taken)
    taken.add(name.toLowerCase())
    const { access } = entry
    const complete = access.protocol === 'wireguard' && access.privateKey !== ''
    return { remark: entry.remark, file: `${name}.conf`, text, complete }
  })
}
