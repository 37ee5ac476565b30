import type { Socket } from 'node:net'
import { createSecureContext, type SecureContext } from 'node:tls'
import type { Coded } from '#contract/coded.ts'
import { addressBytes, isIp } from '#domain/net/address.ts'
import { coded, codedOf, Refusal } from '#domain/refusal.ts'
import type { AcmeConfig } from '../platform/config.ts'
import { listenRefusal } from '../platform/http/address.ts'
import { type Challenges, createAlpnServer } from '../platform/http/challenges.ts'
import type { PanelServer } from '../platform/http/panel-server.ts'
import { createPort } from '../platform/http/ports.ts'
import type { Log } from '../platform/log.ts'
import { loadAcme } from './acme-client.ts'
import type { Challenge } from './store.ts'

interface Deps {
  acme: Pick<AcmeConfig, 'httpPort' | 'tlsPort' | 'listen'>
  server: Pick<PanelServer, 'ownPorts'>
  log: Log
}

const handshakeMs = 5_000

/** The server name for an address (RFC 8738): as in a reverse lookup. */
export function serverNameOf(name: string): string {
  const bytes = isIp(name) ? addressBytes(name) : undefined
  if (!bytes) return name.toLowerCase()
  if (bytes.length === 4) return `${bytes.toReversed().join('.')}.in-addr.arpa`
  const nibbles = bytes.flatMap((byte) => [byte >> 4, byte & 15])
  return `${nibbles
    .toReversed()
    .map((nibble) => nibble.toString(16))
    .join('.')}.ip6.arpa`
}

/** The certificate that an authority is shown. */
async function alpnCertificate({ name, keyAuthorization }: Challenge) {
  const { crypto } = await loadAcme()
  const key = await crypto.createPrivateEcdsaKey()
  // The library reads nothing of an authorization but its identifier.
  const authorization = { identifier: { type: 'dns', value: name } } as never
  const [, cert] = await crypto.createAlpnCertificate(authorization, keyAuthorization, key)
  return { cert: cert.toString(), key: key.toString() }
}

/** Answers the authority's challenges, on the panel's own listeners and on the ports that it always asks. */
export function createChallengeServer({ acme, server, log }: Deps) {
  let texts = new Map<string, string>()
  let contexts = new Map<string, SecureContext>()
  /** How to close an open port. */
  const opened = new Map<'http' | 'tls', () => Promise<void>>()
  /** Why a port could not be opened. */
  const closed = new Map<'http' | 'tls', Coded>()

  const challenges: Challenges = {
    http: (token) => texts.get(token),
    expectsTls: () => contexts.size > 0,
    tls: (serverName) => contexts.get(serverName),
  }

  const hosts = acme.listen ? [acme.listen] : ['::', '0.0.0.0']

  async function openHttp(host: string) {
    const port = createPort(undefined, challenges)
    port.attach({
      request: (_request, response) => void response.writeHead(404, { connection: 'close' }).end(),
    })
    await port.listen(host, acme.httpPort)
    return () => port.close(0)
  }

  async function openTls(host: string) {
    const server = createAlpnServer(challenges, handshakeMs)
    await new Promise<void>((resolve, reject) => {
      server.once('error', (error) => reject(listenRefusal(error, host, acme.tlsPort)))
      server.listen({ host, port: acme.tlsPort }, resolve)
    })
    const open = new Set<Socket>()
    server.on('connection', (socket: Socket) => {
      open.add(socket)
      socket.once('close', () => open.delete(socket))
    })
    return () =>
      new Promise<void>((resolve) => {
        server.close(() => resolve())
        for (const socket of open) socket.destroy()
      })
  }

  async function open(what: 'http' | 'tls'): Promise<void> {
    const port = what === 'http' ? acme.httpPort : acme.tlsPort
    const isOwn = server.ownPorts().some((own) => own.port === port) // the panel answers there already
    if (opened.has(what) || isOwn) return
    for (const host of hosts) {
      try {
        opened.set(what, await (what === 'http' ? openHttp(host) : openTls(host)))
        closed.delete(what)
        return
      } catch (error) {
        const isTaken = error instanceof Refusal && error.code === 'listener.port-taken'
        closed.set(what, isTaken ? coded('acme.port-taken', { port }) : codedOf(error))
        log.warn({ err: error, port }, 'failed to open a port for the certificate authority')
      }
    }
  }

  async function close(what: 'http' | 'tls'): Promise<void> {
    const closePort = opened.get(what)
    opened.delete(what)
    await closePort?.()
  }

  return {
    challenges,
    /** From now on exactly these are answered. */
    async set(expected: readonly Challenge[]): Promise<void> {
      const byHttp = expected.filter(({ method }) => method === 'http-01')
      const byTls = expected.filter(({ method }) => method === 'tls-alpn-01')
      texts = new Map(byHttp.map(({ token, keyAuthorization }) => [token, keyAuthorization]))
      const shown = await Promise.all(
        byTls.map(
          async (one) => [serverNameOf(one.name), createSecureContext(await alpnCertificate(one))] as const,
        ),
      )
      contexts = new Map(shown)
      await (byHttp.length > 0 ? open('http') : close('http'))
      await (byTls.length > 0 ? open('tls') : close('tls'))
    },
    /** Why the port of a method is not open here; undefined if it is. */
    whyClosed: (method: string): Coded | undefined => closed.get(method === 'http-01' ? 'http' : 'tls'),
    /** Opens the port for a moment, to see whether it can be. */
    async tryPort(method: string): Promise<Coded | undefined> {
      const what = method === 'http-01' ? 'http' : 'tls'
      if (method === 'dns-01' || opened.has(what)) return undefined
      closed.delete(what)
      await open(what)
      await close(what)
      return closed.get(what)
    },
    stop: async () => void (await Promise.all([close('http'), close('tls')])),
  }
}

export type ChallengeServer = ReturnType<typeof createChallengeServer>
