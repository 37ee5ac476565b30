import type { Block } from '#contract/inbound.ts'
import { trusting } from '#domain/core-config/preflight-client.ts'
import { testKeys } from '#test/fixtures/keys.ts'
import { freePort } from '#test/free-port.ts'
import { subscriberOf } from '#test/subscriber.ts'
import { runClientCore } from './client-core.ts'

export interface MasqueApp {
  /** A proxy through the tunnel. */
  port: number
  words(): string
  stop(): Promise<void>
}

interface Handed {
  outbounds: Block[]
}

/** What the JSON subscription hands out, for an app on this machine. */
export async function handedOut(subPort: number, subId: string, headers: Record<string, string> = {}) {
  const asked = { 'user-agent': 'v2rayNG/2.3.5', host: `127.0.0.1:${subPort}`, ...headers }
  const { status, body } = await subscriberOf(subPort)(`/json/${subId}`, asked)
  if (status !== 200) throw new Error(`the subscription answered ${status}: ${body}`)
  return [JSON.parse(body)].flat() as Handed[] // the panel's own answer
}

/** An app with the handed out server. It trusts the tests' authority, and its proxy is on a port of its own. */
export async function openMasque(binary: string, handed: Handed | undefined): Promise<MasqueApp> {
  const [proxy] = handed?.outbounds ?? []
  if (proxy?.protocol !== 'masque')
    throw new Error(`no MASQUE server was handed out: ${JSON.stringify(handed)}`)
  const port = await freePort()
  const core = await runClientCore(binary, {
    log: { loglevel: 'warning' },
    inbounds: [
      { listen: '127.0.0.1', port, protocol: 'mixed', settings: { auth: 'noauth', udp: true }, tag: 'local' },
    ],
    outbounds: [trusting(proxy, { ca: testKeys.ca })],
  })
  return { port, ...core }
}
