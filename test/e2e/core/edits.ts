import type { Block } from '#contract/inbound.ts'
import type { SectionSource } from '#domain/core-config/inbound-section.ts'
import { cellInbound } from '#test/fixtures/inbound-cells.ts'
import { freePorts } from '#test/free-port.ts'
import { type CorePanel, type PanelClient, templateTo } from './core-panel.ts'

/** Who must be able to connect where after an edit, and who must not. */
export interface Effect {
  client: PanelClient
  inboundId: number
  admitted: boolean
}
type Edit = () => Promise<Effect[]>

export interface EditWorld {
  panel: CorePanel
  /** The inbounds with live connections: their clients are edited, their listeners are not. */
  kept: readonly SectionSource[]
  originPort: number
  random: () => number
}

/** Uniform in [0, 1) from a seed, so that a failed run can be repeated. */
export function seeded(seed: number): () => number {
  let state = seed >>> 0
  return () => {
    state = (state + 0x6d2b79f5) >>> 0
    let t = Math.imul(state ^ (state >>> 15), state | 1)
    t ^= t + Math.imul(t ^ (t >>> 7), t | 61)
    return ((t ^ (t >>> 14)) >>> 0) / 4_294_967_296
  }
}

const clients = '/panel/api/clients'
const inbounds = '/panel/api/inbounds'
const one = (client: PanelClient, inboundId: number | undefined, admitted: boolean): Effect[] =>
  inboundId === undefined ? [] : [{ client, inboundId, admitted }]

/** Every kind of edit that an operator makes, each with its expected effect. */
export async function createEdits({ panel, kept, originPort, random }: EditWorld) {
  const pool: string[] = []
  const extras: SectionSource[] = []
  const lines: { outbounds: Block[]; rules: Block[] } = { outbounds: [], rules: [] }
  let count = 0
  const pick = <T>(list: readonly T[]): T | undefined => list[Math.floor(random() * list.length)]
  const someKept = () => {
    const ids = kept.filter(() => random() < 0.5).map((i) => i.id)
    return ids.length > 0 ? ids : [kept[0]?.id ?? 0]
  }
  const known = async () => {
    const email = pick(pool)
    return email === undefined ? undefined : panel.client(email)
  }
  const [masterPort = 0] = await freePorts(1)
  const master = await panel.addInbound(
    cellInbound({ protocol: 'trojan', network: 'tcp', security: 'tls' }, { port: masterPort }),
  )

  const add: Edit = async () => {
    const email = `guest-${++count}`
    const ids = someKept()
    pool.push(email)
    return one(await panel.addClient(email, ids), pick(ids), true)
  }
  const withClient = (work: (client: PanelClient) => Promise<Effect[]>): Edit => {
    return async () => {
      const client = await known()
      return client ? work(client) : add()
    }
  }
  const change = (email: string, client: Block) => panel.call(`${clients}/update/${email}`, client)
  const noted = withClient(async (c) => {
    await change(c.email, { email: c.email, comment: `seen ${++count}` })
    return one(c, pick(c.inboundIds), c.enable)
  })
  const switched = (enable: boolean) =>
    withClient(async (c) => {
      await change(c.email, { email: c.email, enable })
      return one(c, pick(c.inboundIds), enable)
    })
  const rekeyed = withClient(async (c) => {
    const { obj } = await panel.visitor.get<{ uuid: string }>('/panel/api/server/getNewUUID')
    const key = Buffer.from(crypto.getRandomValues(new Uint8Array(32))).toString('base64')
    await change(c.email, { email: c.email, id: obj.uuid, password: key, auth: key })
    const at = pick(c.inboundIds)
    return [...one(c, at, false), ...one(await panel.client(c.email), at, c.enable)]
  })
  const attached = withClient(async (c) => {
    const ids = someKept()
    await panel.call(`${clients}/${c.email}/attach`, { inboundIds: ids })
    return one(await panel.client(c.email), pick(ids), c.enable)
  })
  const detached = withClient(async (c) => {
    const at = pick(c.inboundIds)
    if (at === undefined) return []
    await panel.call(`${clients}/${c.email}/detach`, { inboundIds: [at] })
    return one(c, at, false)
  })
  const deleted = withClient(async (c) => {
    await panel.call(`${clients}/del/${c.email}`)
    pool.splice(pool.indexOf(c.email), 1)
    return one(c, pick(c.inboundIds), false)
  })
  const bulkCreated: Edit = async () => {
    const ids = kept.map((i) => i.id)
    const emails = Array.from({ length: 5 }, () => `guest-${++count}`)
    await panel.call(
      `${clients}/bulkCreate`,
      emails.map((email) => ({ client: { email }, inboundIds: ids })),
    )
    pool.push(...emails)
    return one(await panel.client(pick(emails) ?? ''), pick(ids), true)
  }
  const bulkSwitched = (enable: boolean): Edit => {
    return async () => {
      const emails = pool.slice(-3)
      await panel.call(`${clients}/${enable ? 'bulkEnable' : 'bulkDisable'}`, { emails })
      const [email] = emails
      if (email === undefined) return []
      const c = await panel.client(email)
      return one(c, pick(c.inboundIds), enable)
    }
  }
  const bulkDeleted: Edit = async () => {
    const emails = pool.splice(0, 2)
    const gone = await Promise.all(emails.map((email) => panel.client(email)))
    await panel.call(`${clients}/bulkDel`, { emails })
    return gone.flatMap((c) => one(c, pick(c.inboundIds), false)).slice(0, 1)
  }

  const inboundAdded: Edit = async () => {
    const [port = 0] = await freePorts(1)
    const cell = { protocol: 'vmess', network: 'ws', security: 'none' } as const
    const made = await panel.addInbound(cellInbound(cell, { port }))
    extras.push(made)
    const email = `guest-${++count}`
    pool.push(email)
    return one(await panel.addClient(email, [made.id]), made.id, true)
  }
  const inboundUpdated: Edit = async () => {
    const made = pick(extras)
    if (!made) return inboundAdded()
    const { tag: _, id: __, ...stored } = await panel.read<SectionSource>(`${inbounds}/get/${made.id}`)
    const streamSettings = { ...stored.streamSettings, wsSettings: { path: `/p${++count}` } }
    const input = { ...stored, streamSettings, remark: `r${count}` }
    const after = await panel.call<SectionSource>(`${inbounds}/update/${made.id}`, input)
    extras[extras.indexOf(made)] = after
    const email = `guest-${++count}`
    pool.push(email)
    return one(await panel.addClient(email, [made.id]), made.id, true)
  }
  const inboundDeleted: Edit = async () => {
    const made = extras.shift()
    if (made) await panel.call(`${inbounds}/del/${made.id}`)
    return []
  }
  const fallbacksSet: Edit = async () => {
    const rows = extras.slice(0, 2).map((i) => ({ childId: i.id, path: `/f${++count}` }))
    await panel.call(`${inbounds}/${master.id}/fallbacks`, { fallbacks: rows })
    return []
  }

  const templateSaved = () =>
    panel.call('/panel/xray/update', { xraySetting: templateTo(originPort, lines) }).then(() => [])
  const outboundAdded: Edit = () => {
    lines.outbounds.push({ tag: `out-${++count}`, protocol: 'freedom', settings: {} })
    return templateSaved()
  }
  const outboundDeleted: Edit = () => {
    const gone = lines.outbounds.shift()
    lines.rules = lines.rules.filter((r) => r.outboundTag !== gone?.tag)
    return templateSaved()
  }
  const ruleAdded: Edit = () => {
    const outboundTag = pick(lines.outbounds)?.tag ?? 'blocked'
    lines.rules.unshift({ type: 'field', domain: [`full:site-${++count}.test`], outboundTag })
    return templateSaved()
  }
  const ruleDeleted: Edit = () => {
    lines.rules.pop()
    return templateSaved()
  }

  const kinds: Record<string, Edit> = {
    add,
    noted,
    disabled: switched(false),
    enabled: switched(true),
    rekeyed,
    attached,
    detached,
    deleted,
    bulkCreated,
    bulkDisabled: bulkSwitched(false),
    bulkEnabled: bulkSwitched(true),
    bulkDeleted,
    inboundAdded,
    inboundUpdated,
    inboundDeleted,
    fallbacksSet,
    outboundAdded,
    outboundDeleted,
    ruleAdded,
    ruleDeleted,
  }
  const names = Object.keys(kinds)
  return {
    /** What the template has besides the outbound to the origin. */
    lines: () => lines,
    /** Every kind once, then at random. */
    async make(index: number): Promise<{ name: string; effects: Effect[] }> {
      const name = names[index] ?? pick(names) ?? 'add'
      return { name, effects: (await kinds[name]?.()) ?? [] }
    },
    inboundOf: (id: number) => [...kept, ...extras].find((i) => i.id === id),
  }
}
