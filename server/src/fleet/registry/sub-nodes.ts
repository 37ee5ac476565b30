import type { NodeFields } from '#domain/nodes/node.ts'
import { deeperSubNodes, readSubNodes, type SubNode } from '#domain/nodes/sub-nodes.ts'
import { Refusal } from '#domain/refusal.ts'
import { type IpEntry, parseIps } from '#domain/traffic/ip-log.ts'
import { mapLimited } from '../../platform/egress/map-limited.ts'
import type { Job } from '../../platform/jobs/jobs.ts'
import type { Base } from '../../settings/base-services.ts'
import type { Workers } from '../sync/workers.ts'
import type { Addresses } from '../usage/addresses.ts'
import { type NodeCalls, type NodeRow, toFields } from './calls.ts'
import type { Heartbeat } from './heartbeat.ts'

interface Deps extends Pick<Base, 'db' | 'now' | 'settings'> {
  call: NodeCalls
  heartbeat: Pick<Heartbeat, 'nodes' | 'beat' | 'setAbove'>
  workers: Pick<Workers, 'online'>
  addresses: Pick<Addresses, 'take'>
}

type ByEmail = Map<string, IpEntry[]>

interface Known {
  askedAt: number
  below: readonly SubNode[]
  /** This panel is one of its nodes, at any depth. */
  isAbove: boolean
  addresses: ByEmail
}

const everyMs = 60_000
/** Panels come and go rarely. */
const askEveryMs = 600_000
const timeoutMs = 4_000
const maxBytes = 1024 * 1024
const width = 8
const mostAddresses = 100

/**
 * What nodes know beyond themselves: their own nodes, and the addresses of our clients. Asked now and then, so
 * that an idle node costs nothing more. Panels that do not have these routes know nothing. Every instance keeps its own list.
 */
export function createSubNodes({ db, call, now, settings, heartbeat, workers, addresses }: Deps) {
  const ownGuid = () => settings.current().panelGuid
  const known = new Map<number, Known>()

  /** Undefined if it does not answer; a panel without the route has no nodes. */
  async function ask(fields: NodeFields, signal?: AbortSignal): Promise<readonly SubNode[] | undefined> {
    try {
      const options = { timeoutMs, maxBytes, ...(signal && { signal }) }
      return readSubNodes(await call(fields, 'GET', 'server/descendants', options))
    } catch (error) {
      if (!(error instanceof Refusal)) throw error
      return error.code === 'node.no-panel-there' || error.code === 'node.refused' ? [] : undefined
    }
  }
  const namesUs = (below: readonly SubNode[]): boolean => below.some(({ guid }) => guid === ownGuid())

  function knownOf(id: number): Known {
    const entry = known.get(id) ?? { askedAt: 0, below: [], isAbove: false, addresses: new Map() }
    known.set(id, entry)
    return entry
  }

  async function readSubNodesOf(row: NodeRow, entry: Known, signal: AbortSignal): Promise<void> {
    if (entry.askedAt > 0 && now() - entry.askedAt < askEveryMs) return
    const below = await ask(toFields(row), signal)
    if (!below) return
    Object.assign(entry, { below, isAbove: namesUs(below), askedAt: now() })
    heartbeat.setAbove(row.id, entry.isAbove)
  }

  /** Addresses of the clients of this panel that are online on the node; others are ignored. */
  async function readAddresses(row: NodeRow, entry: Known, signal: AbortSignal): Promise<void> {
    const emails = workers.online(row.id)
    if (emails.length === 0) return entry.addresses.clear()
    let answer: unknown
    try {
      answer = await call(toFields(row), 'POST', 'clients/clientIpsByGuid', { timeoutMs, maxBytes, signal })
    } catch (error) {
      if (error instanceof Refusal) return entry.addresses.clear()
      throw error
    }
    const guid = heartbeat.beat(row.id)?.said?.guid ?? row.guid
    const ofNode = part(part(answer)[guid])
    entry.addresses = new Map(
      emails.flatMap((email): [string, IpEntry[]][] => {
        const entries = parseIps(JSON.stringify(ofNode[email] ?? [])).slice(0, mostAddresses)
        return entries.length > 0 ? [[email, entries]] : []
      }),
    )
    await addresses.take([...entry.addresses].map(([clientEmail, ips]) => ({ clientEmail, ips })))
  }

  async function run(signal: AbortSignal): Promise<void> {
    const rows = await heartbeat.nodes()
    const isThere = ({ id, status }: NodeRow) => (heartbeat.beat(id)?.status ?? status) === 'online'
    const answers = rows.filter((row) => row.enable && (isThere(row) || known.get(row.id)?.isAbove))
    await mapLimited(answers, width, async (row) => {
      const entry = knownOf(row.id)
      await readSubNodesOf(row, entry, signal)
      if (!entry.isAbove) await readAddresses(row, entry, signal)
    })
  }

  /** What this panel saw itself: an address that only a node reports is the node's. */
  async function addressesHere(onNodes: readonly ByEmail[]): Promise<Record<string, IpEntry[]>> {
    const rows = await db.read.selectFrom('inbound_client_ips').selectAll().orderBy('id').execute()
    return Object.fromEntries(
      rows.flatMap(({ client_email: email, ips }) => {
        const far = new Set(onNodes.flatMap((byEmail) => byEmail.get(email)?.map(({ ip }) => ip) ?? []))
        const own = parseIps(ips).filter(({ ip }) => !far.has(ip))
        return own.length > 0 ? [[email, own] as const] : []
      }),
    )
  }

  return {
    job: { name: 'nodes-below', everyMs, run } satisfies Job,
    async isAbove(fields: NodeFields): Promise<boolean> {
      return namesUs((await ask(fields)) ?? [])
    },
    list: (nodes: readonly { id: number; guid: string }[]): SubNode[] =>
      deeperSubNodes(
        ownGuid(),
        nodes,
        nodes.map(({ id }) => known.get(id)?.below ?? []),
      ),
    /** Addresses of clients, by panel. */
    async addresses(): Promise<Record<string, Record<string, IpEntry[]>>> {
      const nodes = (await heartbeat.nodes()).flatMap((row) => {
        const guid = heartbeat.beat(row.id)?.said?.guid ?? row.guid
        const addresses = known.get(row.id)?.addresses
        return guid !== '' && addresses && addresses.size > 0 ? [{ guid, addresses }] : []
      })
      const here = await addressesHere(nodes.map(({ addresses }) => addresses))
      return Object.fromEntries([
        [ownGuid(), here],
        ...nodes.map(({ guid, addresses }) => [guid, Object.fromEntries(addresses)]),
      ])
    },
    forget: (ids: readonly number[]): void => {
      for (const id of ids) {
        known.delete(id)
        heartbeat.setAbove(id, false)
      }
    },
  }
}

const part = (value: unknown): Record<string, unknown> =>
  typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : {}

export type SubNodes = ReturnType<typeof createSubNodes>
