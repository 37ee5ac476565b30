import type { CoreStatus } from '#contract/status.ts'
import { realityInbound } from '#domain/inbounds/templates.ts'
import type { Api } from '../../api/client.ts'
import { endpoints } from '../../api/endpoints.ts'

export const ticks = ['core', 'target', 'inbound', 'client', 'link'] as const
export type Tick = (typeof ticks)[number]

export interface Wanted {
  host: string
  port: number
  email: string
  /** Blank: find one automatically. */
  target: string
}

/** What was created so far: the next attempt continues from there. */
export interface Made {
  target?: { target: string; serverName: string; outside: boolean }
  inboundId?: number
  clientAdded?: boolean
  link?: string
  /** The state of the core, where it does not run. */
  noCore?: Pick<CoreStatus, 'errorMsg' | 'errorCoded'> | undefined
}

const coreWaitMs = 20_000
const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms))
const hex = (bytes: number) =>
  Array.from(crypto.getRandomValues(new Uint8Array(bytes)), (b) => b.toString(16).padStart(2, '0')).join('')

/** A core that is still being fetched may take minutes: the link does not wait for it. */
async function waitForCore(api: Api): Promise<Made['noCore']> {
  let state: Made['noCore'] = { errorMsg: '' }
  for (let waited = 0; waited < coreWaitMs; waited += 500) {
    const status = await api.call(endpoints.status.status)
    if (status?.xray.state === 'running') return undefined
    if (status) state = status.xray
    await pause(500)
  }
  return state
}

async function makeInbound(api: Api, { port }: Wanted, target: NonNullable<Made['target']>): Promise<number> {
  const keys = await api.call(endpoints.core.x25519)
  const parts = { ...target, ...keys, remark: 'Reality', port, shortIds: [hex(8), hex(4)] }
  return (await api.call(endpoints.inbounds.add, { body: realityInbound(parts) })).id
}

async function saveHost(api: Api, host: string): Promise<void> {
  if (host !== '') await api.call(endpoints.setting.update, { body: { publicHost: host } })
}

/** One call after the other, each reported as it starts; a refusal stops here, with the panel's message. */
export async function makeFirst(
  api: Api,
  wanted: Wanted,
  made: Made,
  tell: (now: Tick) => void,
): Promise<Made> {
  tell('core')
  made.noCore = await waitForCore(api)
  tell('target')
  const serverName = wanted.target.replace(/:\d+$/, '')
  made.target = wanted.target
    ? { target: wanted.target, serverName, outside: true }
    : (made.target ?? (await api.call(endpoints.setup.target)))
  tell('inbound')
  await saveHost(api, wanted.host)
  made.inboundId ??= await makeInbound(api, wanted, made.target)
  tell('client')
  if (!made.clientAdded) {
    const client = { email: wanted.email, flow: 'xtls-rprx-vision' }
    await api.call(endpoints.clients.add, { body: { client, inboundIds: [made.inboundId] } })
    made.clientAdded = true
  }
  tell('link')
  const [link] = await api.call(endpoints.clients.links, { params: { email: wanted.email } })
  if (link) made.link = link
  await api.call(endpoints.setup.done)
  return made
}
