import { readFileSync } from 'node:fs'
import { connect as connectPlain, type Socket } from 'node:net'
import { type ConnectionOptions, connect as connectTls, getCACertificates } from 'node:tls'
import type { Client } from 'ldapts'
import type { Settings } from '#contract/settings.ts'
import { Refusal } from '#domain/refusal.ts'

/** Per operation. */
const operationMs = 15_000
const connectMs = 10_000
/** For everything together: connect, bind and search. */
const allMs = 60_000

export type DirectorySettings = Pick<Settings, Extract<keyof Settings, `ldap${string}`>>

/** The library is only loaded where a directory is used. */
export const library = () => import('ldapts')

function certificateIn(file: string): string {
  try {
    return readFileSync(file, 'utf8')
  } catch (error) {
    throw new Refusal('directory.ca-unreadable', { file, reason: (error as Error).message }, 'ldapCaFile')
  }
}

/** The system's roots with those that the operator adds: by a setting, or as other programs read them. */
function trustOf({ ldapCaFile, ldapInsecureSkipVerify, ldapHost }: DirectorySettings): ConnectionOptions {
  const files = [ldapCaFile, process.env.SSL_CERT_FILE ?? ''].filter((file) => file !== '')
  return {
    ...(ldapInsecureSkipVerify && { rejectUnauthorized: false }),
    servername: /^[\d.]+$|:/.test(ldapHost) ? '' : ldapHost,
    ca: [...getCACertificates('default'), ...files.map(certificateIn)],
  }
}

const tlsCodes = /CERT|SELF_SIGNED|UNABLE_TO_VERIFY|ERR_TLS|ISSUER/

function asRefusal(error: unknown, host: string): Refusal {
  if (error instanceof Refusal) return error
  const {
    name = '',
    message = String(error),
    code = '',
  } = error as { name?: string; message?: string; code?: unknown }
  const reason = message.replace(/\s+/g, ' ').slice(0, 200)
  if (name === 'InvalidCredentialsError') return new Refusal('directory.bind-refused', {}, 'ldapBindDN')
  if (tlsCodes.test(String(code))) return new Refusal('directory.certificate', { host, reason })
  if (/timed? ?out/i.test(message)) return new Refusal('directory.too-slow', { seconds: operationMs / 1000 })
  if (typeof code === 'string' && code !== '') return new Refusal('directory.unreachable', { host, reason })
  return new Refusal('directory.search-failed', { reason })
}

/** For a bind or a search for one person. */
const smallBytes = 256 * 1024
/** For everything together. */
const mostBytes = 32 * 1024 * 1024

/** What the directory may still send. Each step of the work adds what an honest answer to it may have. */
function createBudget() {
  let left = smallBytes
  let unasked = mostBytes - smallBytes
  return {
    allow(bytes: number) {
      const more = Math.min(bytes, unasked)
      unasked -= more
      left += more
    },
    counted<S extends Socket>(socket: S): S {
      socket.on('data', (chunk: Uint8Array) => {
        left -= chunk.length
        if (left < 0) socket.destroy()
      })
      return socket
    },
    isSpent: () => left < 0,
  }
}

export interface Session {
  client: Client
  bindAs(dn: string, password: string): Promise<boolean>
  /** More bytes are expected now. */
  allow(bytes: number): void
}

/** Opens a connection, bound as the panel's own account, for `work`; closes it whatever happens. */
export async function withDirectory<T>(
  settings: DirectorySettings,
  work: (session: Session) => Promise<T>,
): Promise<T> {
  const { ldapHost, ldapPort, ldapUseTLS, ldapStartTls, ldapBindDN, ldapPassword, ldapBaseDN } = settings
  if (ldapHost === '') throw new Refusal('directory.no-host', {}, 'ldapHost')
  if (ldapBaseDN === '') throw new Refusal('directory.no-base', {}, 'ldapBaseDN')
  const trust = ldapUseTLS || ldapStartTls ? trustOf(settings) : {}
  const { Client, InvalidCredentialsError } = await library()
  const host = ldapHost.includes(':') ? `[${ldapHost.replace(/^\[|\]$/g, '')}]` : ldapHost
  const budget = createBudget()
  const open = async () => {
    const client = new Client({
      createConnection: ((...to: Parameters<typeof connectPlain>) =>
        budget.counted(connectPlain(...to))) as typeof connectPlain,
      createSecureConnection: ((...to: Parameters<typeof connectTls>) =>
        budget.counted(connectTls(...to))) as typeof connectTls,
      url: `${ldapUseTLS ? 'ldaps' : 'ldap'}://${host}:${ldapPort}`,
      timeout: operationMs,
      connectTimeout: connectMs,
      strictDN: false,
      ...(ldapUseTLS && { tlsOptions: trust }),
    })
    if (ldapStartTls && !ldapUseTLS) await client.startTLS(trust)
    return client
  }
  /** On a connection of its own: a failed bind ends the one it was made on. */
  const bindAs = async (dn: string, password: string): Promise<boolean> => {
    const client = await open()
    try {
      await client.bind(dn, password)
      return true
    } catch (error) {
      if (error instanceof InvalidCredentialsError) return false
      throw error
    } finally {
      await client.unbind().catch(() => {})
    }
  }
  let client: Client | undefined
  let timer: NodeJS.Timeout | undefined
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Refusal('directory.too-slow', { seconds: allMs / 1000 })), allMs)
  })
  try {
    const all = async () => {
      client = await open()
      await client.bind(ldapBindDN, ldapPassword)
      return work({ client, bindAs, allow: budget.allow })
    }
    return await Promise.race([all(), late])
  } catch (error) {
    throw budget.isSpent() ? new Refusal('directory.too-much') : asRefusal(error, ldapHost)
  } finally {
    clearTimeout(timer)
    await client?.unbind().catch(() => {})
  }
}
