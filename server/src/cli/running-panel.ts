import { randomBytes } from 'node:crypto'
import type { Envelope } from '#contract/wire.ts'
import { hostPort } from '#domain/net/address.ts'
import { Refusal } from '#domain/refusal.ts'
import { certificateFor } from '../app/open-port.ts'
import { type RunningAddress, runningAddress } from '../app/running-address.ts'
import { createTokens } from '../auth/tokens.ts'
import type { Config } from '../platform/config.ts'
import { createEgress } from '../platform/egress/safe-fetch.ts'
import { isWildcard } from '../platform/http/address.ts'
import type { Actor } from '../platform/http/caller.ts'
import { fingerprintOf } from '../platform/http/certificate.ts'
import { silentLog } from '../platform/log.ts'
import { withStorage } from './offline.ts'

/** Calls an endpoint of the running panel; throws what the panel refuses. */
export type CallPanel = <T>(method: 'GET' | 'POST', path: string, body?: object) => Promise<T>

const callMs = 60_000

const hostOf = (address: string): string =>
  !isWildcard(address) ? address : address.includes(':') ? '::1' : '127.0.0.1'

/**
 * For what only the running panel can do. The command has the database, so it makes itself a token, and deletes it
 * afterwards. Undefined is handed over if no panel runs on this data folder.
 */
export async function withRunningPanel<T>(
  config: Config,
  command: string,
  work: (call: CallPanel | undefined) => Promise<T>,
): Promise<T> {
  const running = runningAddress.read(config.dataFolder)
  if (!running) return work(undefined)
  const actor: Actor = { kind: 'cli', name: command, address: '' }
  const { id, call } = await withStorage(config, async ({ db, commit, settings }) => {
    const { webCertFile: cert, webKeyFile: key } = settings.current()
    const certificate = await certificateFor(running.panel, { cert, key }, config.dataFolder, Date.now())
    const tokens = createTokens(db, commit, Date.now, silentLog)
    const made = await tokens.create(`${command} ${randomBytes(4).toString('hex')}`, actor)
    return { id: made.id, call: callsOf(running, made.token, certificate && fingerprintOf(certificate)) }
  })
  try {
    return await work(call)
  } finally {
    // By the panel: after an update the database may be newer than this command.
    await call('POST', `/panel/api/setting/apiTokens/delete/${id}`).catch(() => {})
  }
}

function callsOf({ panel, basePath }: RunningAddress, token: string, pin: string | undefined): CallPanel {
  const egress = createEgress()
  const scheme = panel.transport === 'plain' ? 'http' : 'https'
  const root = `${scheme}://${hostPort(hostOf(panel.address), panel.port)}${basePath.replace(/\/$/, '')}`
  return async <T>(method: 'GET' | 'POST', path: string, body?: object) => {
    const reply = await egress.safeFetch(root + path, {
      method,
      headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
      ...(method === 'POST' && { body: JSON.stringify(body ?? {}) }),
      timeoutMs: callMs,
      allowPrivateAddress: true, // this machine
      ...(pin !== undefined && { tls: { pinnedCertSha256: pin } }),
    })
    const answer = (await reply.json()) as Envelope<T> // our own panel
    if (answer.success) return answer.obj
    throw new Refusal('other.said', { reason: answer.msg })
  }
}
