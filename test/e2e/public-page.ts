import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { createLink, createNamespace, forwards, ip } from './fleet/namespaces.ts'
import type { Ends, Site } from './fleet/stage.ts'

/** Public addresses, so that the panel may call them; nothing of this leaves the namespaces. */
export const pageAddress = '203.0.114.1'
/** Nobody answers there: packets are lost. */
export const lostAddress = '203.0.114.9'

export interface PublicPage {
  port: number
  /** Added to the time in the header Date, in milliseconds. */
  clock: { aheadMs: number }
  remove(): void
  restore(): void
}

/**
 * The page that checks fetch, on this machine, with an endless stream beside it. All other ways out of the site end at a wall that answers nothing: also
 * the name servers of this machine.
 */
export async function openPublicPage(site: Site, ends: Ends): Promise<PublicPage> {
  const { device, near } = site.toUsers
  const address = (verb: 'add' | 'del') => ip([], 'address', verb, `${pageAddress}/32`, 'dev', device)
  address('add')
  const wall = await createNamespace()
  ends.push(() => wall.end())
  const toWall = createLink(site.namespace, wall)
  forwards(wall, false)
  ip(site.namespace.enter, 'route', 'add', `${pageAddress}/32`, 'via', near)
  ip(site.namespace.enter, 'route', 'add', 'default', 'via', toWall.far)

  const clock = { aheadMs: 0 }
  const page = createServer((request, reply) => {
    reply.setHeader('date', new Date(Date.now() + clock.aheadMs).toUTCString())
    if (request.url !== '/stream') return reply.end(`ip=${pageAddress}\n`)
    const timer = setInterval(() => reply.write('.'.repeat(1_000)), 100) // fewer bytes pass for idle
    return reply.once('close', () => clearInterval(timer)).write('begin')
  })
  await new Promise<void>((there) => page.listen(0, pageAddress, there))
  ends.push(async () => {
    page.closeAllConnections()
    await new Promise((done) => page.close(done))
  })
  const { port } = page.address() as AddressInfo // it listens on TCP
  return { port, clock, remove: () => address('del'), restore: () => address('add') }
}
