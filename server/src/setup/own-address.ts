import { networkInterfaces } from 'node:os'
import { isPublic } from '#domain/net/address-class.ts'
import type { Egress } from '../platform/egress/safe-fetch.ts'
import { publicIp } from '../status/host.ts'

/** Each answers with the caller's address as plain text. */
const services = ['https://api4.ipify.org', 'https://ipv4.icanhazip.com', 'https://4.ident.me']
/** A person waits for the answer. */
const timeoutMs = 2_500

/**
 * The address under which clients reach this server. Behind NAT no interface has it, so services are asked. Only the
 * wizard of an empty panel asks; blank if nobody answers.
 */
export function createOwnAddress(egress: Pick<Egress, 'safeFetch'>, interfaces = networkInterfaces) {
  let known = ''

  async function ask(url: string): Promise<string> {
    const text = (await egress.safeFetch(url, { timeoutMs, maxBytes: 256 })).text().trim()
    if (!isPublic(text)) throw new Error(`${url} did not answer with a public address`)
    return text
  }

  /** A public address of one of the machine's own interfaces; blank if there is none. */
  function ofInterfaces(): string {
    const { ipv4, ipv6 } = publicIp(interfaces())
    return [ipv4, ipv6].find((ip) => ip !== 'N/A') ?? ''
  }

  return {
    ofInterfaces,
    async find(): Promise<string> {
      const own = ofInterfaces()
      if (own !== '') return own
      if (known === '') known = await Promise.any(services.map(ask)).catch(() => '')
      return known
    },
  }
}

export type OwnAddress = ReturnType<typeof createOwnAddress>
