import type { Coded } from '#contract/coded.ts'
import type { SectionSource } from '#domain/core-config/inbound-section.ts'
import { isSocketPath } from '#domain/inbounds/listen.ts'
import { layer4Of } from '#domain/inbounds/port.ts'
import { isLocal } from '#domain/inbounds/runs-on.ts'
import { canonicalStream, networkOf, securityOf } from '#domain/inbounds/stream.ts'
import { coded } from '#domain/refusal.ts'
import { blockAt, textAt } from '#domain/untyped.ts'
import { dialTcp } from '../../platform/egress/dial.ts'
import { mapLimited } from '../../platform/egress/map-limited.ts'
import { shakeHands } from '../../platform/egress/tls-probe.ts'
import type { Core } from '../room.ts'

const dialMs = 1_500
const width = 16
const betweenMs = 100

/** Where this machine reaches a listener of its own. */
const hostOf = (listen: string): string => {
  if (listen === '' || listen === '0.0.0.0') return '127.0.0.1'
  return listen === '::' || listen === '::0' ? '::1' : listen
}

/** The outer layer is TLS, which anybody may begin; Reality's would be answered by another site. */
const speaksTls = (inbound: SectionSource): boolean => {
  const stream = canonicalStream(inbound.streamSettings)
  const proxied =
    blockAt(stream, 'sockopt').acceptProxyProtocol === true ||
    blockAt(stream, `${networkOf(stream)}Settings`).acceptProxyProtocol === true
  return securityOf(stream) === 'tls' && !proxied && Object.keys(blockAt(stream, 'finalmask')).length === 0
}

async function answers(inbound: SectionSource): Promise<boolean> {
  const host = hostOf(inbound.listen)
  const signal = AbortSignal.timeout(dialMs)
  try {
    const socket = await dialTcp({ hostname: host, addresses: [host], port: inbound.port, signal })
    if (!speaksTls(inbound)) {
      socket.destroy()
      return true
    }
    const tls = blockAt(canonicalStream(inbound.streamSettings), 'tlsSettings')
    const servername = textAt(tls, 'serverName')
    await shakeHands(socket, { servername, literal: servername === '', signal })
    return true
  } catch {
    return false
  }
}

/** What can be seen of the running core from outside: its API, its open ports, its TLS handshakes. */
export function createWorkingInbounds(core: Pick<Core, 'connected' | 'api'>) {
  const tcp = (): SectionSource[] =>
    [...(core.connected()?.inbounds.values() ?? [])].filter(
      (one) => isLocal(one) && one.port > 0 && !isSocketPath(one.listen) && layer4Of(one).includes('tcp'),
    )

  /** The inbounds that answer now. */
  async function list(): Promise<SectionSource[]> {
    const all = tcp()
    const seen = await mapLimited(all, width, answers)
    return all.filter((_, index) => seen[index])
  }

  const apiAnswers = async (): Promise<boolean> => {
    try {
      await core.api()?.sysStats()
      return core.api() !== undefined
    } catch {
      return false
    }
  }

  return {
    list,
    /** Why the core does not do what it did before; undefined as soon as it does. */
    async lost(before: readonly SectionSource[], limitMs: number): Promise<Coded | undefined> {
      const until = performance.now() + limitMs
      for (;;) {
        let why: Coded | undefined
        if (!(await apiAnswers())) why = coded('core.switch-api-silent')
        else {
          const now = new Set((await list()).map(({ id }) => id))
          const gone = before.find(({ id }) => !now.has(id))
          if (gone) why = coded('core.switch-inbound-lost', { inbound: gone.remark || gone.tag })
        }
        if (!why || performance.now() >= until) return why
        await new Promise((resolve) => setTimeout(resolve, betweenMs))
      }
    },
  }
}

export type WorkingInbounds = ReturnType<typeof createWorkingInbounds>
