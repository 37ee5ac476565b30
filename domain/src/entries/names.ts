import { hostPort } from '#domain/net/address.ts'

/** The name under which a panel asks itself: a link has it if the operator named no host. */
export const ownHost = '127.0.0.1'

/** The entries of one inbound by address and port, numbered if several are there. */
export function entryNames(entries: readonly { host: string; port: number }[]): string[] {
  const seen = new Map<string, number>()
  return entries.map(({ host, port }) => {
    const name = hostPort(host, port)
    const nth = (seen.get(name) ?? 0) + 1
    seen.set(name, nth)
    return nth === 1 ? name : `${name} ${nth}`
  })
}
