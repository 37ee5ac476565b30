import { isDeepStrictEqual } from 'node:util'
import type { Act } from '#contract/acts.ts'
import type { Coded } from '#contract/coded.ts'
import type { Node, NodeInput, ProbeResult } from '#contract/node.ts'
import { joined } from '#domain/fleet/join-string.ts'
import { blankNode, connection, type NodeFields, writtenNode } from '#domain/nodes/node.ts'
import { identityTrouble } from '#domain/nodes/status.ts'
import { coded, codedOf, Refusal } from '#domain/refusal.ts'
import { refuseOtherServer } from '#domain/secrets/stored-server.ts'
import { isRowId } from '../../platform/db/row-id.ts'
import { isUniqueViolation } from '../../platform/db/unique.ts'
import type { Actor } from '../../platform/http/caller.ts'
import type { Base } from '../../settings/base-services.ts'
import type { Reader, Tx } from '../../store/open.ts'
import type { JoinTokens } from '../adopt/join-token.ts'
import { readBehind } from '../sync/pending-view.ts'
import type { Workers } from '../sync/workers.ts'
import { type NodeRow, toColumns, toFields } from './calls.ts'
import type { Heartbeat } from './heartbeat.ts'
import { type NodeProbe, type Probed, probeResult } from './probe.ts'
import type { SubNodes } from './sub-nodes.ts'
import { noCounts, readCounts, toNode } from './view.ts'
import type { Warnings } from './warnings.ts'

interface Deps extends Pick<Base, 'commit' | 'db' | 'now' | 'settings'> {
  probe: NodeProbe
  heartbeat: Heartbeat
  joinTokens: Pick<JoinTokens, 'replaced'>
  workers: Pick<Workers, 'onlineOn' | 'error'>
  subNodes: Pick<SubNodes, 'isAbove'>
  warnings: Pick<Warnings, 'of'>
}

/** Fields that decide which server gets the token of a node. */
const way = ['scheme', 'address', 'port', 'basePath', 'tlsVerifyMode', 'pinnedCertSha256'] as const
const most = 1_000
const askedMs = 6_000

export async function findNode(source: Reader | Tx, id: number): Promise<NodeRow> {
  const row =
    isRowId(id) && (await source.selectFrom('nodes').selectAll().where('id', '=', id).executeTakeFirst())
  if (!row) throw new Refusal('node.missing', { id: Number.isNaN(id) ? '' : id }, 'id')
  return row
}

const sameWay = (a: NodeFields, b: NodeFields): boolean => {
  const way = ({ name: _, remark: __, enable: ___, trafficMultiplier: ____, ...rest }: NodeFields) => rest
  return isDeepStrictEqual(way(a), way(b))
}

export function createNodeService(deps: Deps) {
  const { db, commit, now, settings, probe, heartbeat, workers } = deps
  const ownGuid = () => settings.current().panelGuid
  const actionOf = (action: Act, id: number, name: string, before?: NodeFields, after?: NodeFields) => ({
    action,
    objectKind: 'node',
    object: `${id} ${name}`,
    ...(before && { before }),
    ...(after && { after }),
  })

  /** A panel that joins without a name is called by its address. */
  async function freeName(address: string): Promise<string> {
    const names = new Set((await heartbeat.nodes()).map(({ name }) => name))
    const bare = address.replace(/^\[(.*)\]$/, '$1')
    for (let n = 1; n <= most; n++) {
      const name = n === 1 ? bare : `${bare} ${n}`
      if (!names.has(name)) return name
    }
    return bare
  }

  /** Refuses a panel that is this one, or another node; one that does not answer is let in. */
  async function ask(fields: NodeFields, id: number): Promise<Probed> {
    const probed = await probe(fields, { timeoutMs: askedMs, patient: true })
    if (!('status' in probed)) return probed
    const others = (await heartbeat.nodes()).filter((row) => row.id !== id)
    const trouble = identityTrouble(probed.status.guid, ownGuid(), others)
    if (trouble?.kind === 'self') throw new Refusal('node.is-this-panel', {}, 'address')
    if (trouble) throw new Refusal('node.same-as-another', { name: trouble.name }, 'address')
    if (await deps.subNodes.isAbove(fields)) throw new Refusal('node.is-above', {}, 'address')
    return probed
  }

  const nameTaken = (name: string) => (error: unknown) => {
    if (isUniqueViolation(error)) throw new Refusal('node.name-taken', { name }, 'name')
    throw error
  }

  async function write(
    id: number,
    action: Act,
    actor: Actor,
    next: (stored: NodeFields) => NodeFields,
  ): Promise<void> {
    let name = ''
    const former = await commit(actor, async (tx) => {
      const row = await findNode(tx, id)
      const before = toFields(row)
      const after = next(before)
      name = after.name
      if (isDeepStrictEqual(before, after)) return { result: undefined }
      // Another address may be another panel: what was known of the old one is forgotten.
      const fresh = !sameWay(before, after) || before.enable !== after.enable
      await tx
        .updateTable('nodes')
        .set({ ...toColumns(after), updated_at: now(), ...(fresh && unknown) })
        .where('id', '=', id)
        .execute()
      return {
        result: row,
        action: actionOf(action, id, after.name, before, after),
        change: { kind: 'nodes-changed', ids: [id] },
        committed: () => heartbeat.changed([id]),
      }
    }).catch((error: unknown) => nameTaken(name)(error))
    if (!former) return
    const found = await ping(id)
    const { api_token: token } = await findNode(db.read, id)
    if (former.api_token === '' || former.api_token === token) return
    await deps.joinTokens.replaced(former, token === '' || (found !== undefined && 'status' in found))
  }

  /** An operator who changed a node sees at once whether it answers. */
  async function ping(id: number, probed?: Probed): Promise<Probed | undefined> {
    const row = await findNode(db.read, id)
    if (!row.enable) return undefined
    const found = probed ?? (await probe(toFields(row), { timeoutMs: askedMs, patient: true }))
    await heartbeat.record(row, found)
    return found
  }

  function whyBehind(row: NodeRow, refused: Coded | undefined): Coded | undefined {
    if (!row.enable) return coded('fleet.node-disabled')
    return refused ?? workers.error(row.id) ?? heartbeat.beat(row.id)?.error
  }

  async function views(rows: readonly NodeRow[]): Promise<Node[]> {
    if (rows.length === 0) return []
    const counts = await readCounts(db, now(), workers)
    const behind = await readBehind(db)
    return rows.map((row) => {
      const late = behind.get(row.id) ?? { behind: 0, since: 0, why: undefined }
      const why = late.behind > 0 ? whyBehind(row, late.why) : undefined
      const counted = counts.get(row.id) ?? noCounts
      return toNode(
        row,
        heartbeat.beat(row.id),
        counted,
        { ...late, why },
        ownGuid(),
        deps.warnings.of(row.id),
      )
    })
  }

  return {
    list: async (): Promise<Node[]> => views(await heartbeat.nodes()),

    async get(id: number): Promise<Node> {
      const [node] = await views([await findNode(db.read, id)])
      return node as Node // one in, one out
    },

    async add(input: NodeInput, actor: Actor): Promise<number> {
      const given = joined(input)
      const isNamed = input.join === undefined || (given.name ?? '').trim() !== ''
      const name = isNamed ? given.name : await freeName(given.address ?? '')
      const fields = writtenNode(blankNode, { ...given, name, id: undefined })
      const probed = fields.enable ? await ask(fields, 0) : undefined
      const id = await commit(actor, async (tx) => {
        const { n } = await tx
          .selectFrom('nodes')
          .select((e) => e.fn.countAll<number>().as('n'))
          .executeTakeFirstOrThrow()
        if (Number(n) >= most) throw new Refusal('node.too-many', { max: most })
        const row = await tx
          .insertInto('nodes')
          .values({ ...toColumns(fields), created_at: now(), updated_at: now() })
          .returning('id')
          .executeTakeFirstOrThrow()
        return {
          result: row.id,
          action: actionOf('node.add', row.id, fields.name, undefined, fields),
          change: { kind: 'nodes-changed', ids: [row.id] },
          committed: () => heartbeat.changed([row.id]),
        }
      }).catch(nameTaken(fields.name))
      if (probed) await ping(id, probed)
      return id
    },

    async update(id: number, input: NodeInput, actor: Actor): Promise<null> {
      const stored = toFields(await findNode(db.read, id))
      const desired = writtenNode(stored, input)
      if (desired.enable && !sameWay(stored, desired)) await ask(desired, id)
      await write(id, 'node.update', actor, (before) => writtenNode(before, input))
      return null
    },

    async setEnable(id: number, enable: boolean, actor: Actor): Promise<null> {
      await write(id, 'node.setEnable', actor, (before) => ({ ...before, enable }))
      return null
    },

    /** With the token of the stored node, if the caller names one and sends none. */
    async given(input: NodeInput): Promise<NodeFields> {
      const stored = input.id ? toFields(await findNode(db.read, input.id)) : blankNode
      return connection(stored, input)
    },
    /** The same for a call that sends the token. */
    async tried(input: NodeInput): Promise<NodeFields> {
      const stored = input.id ? toFields(await findNode(db.read, input.id)) : blankNode
      const tried = connection(stored, input)
      refuseOtherServer(stored, tried, { secret: 'apiToken', typed: joined(input).apiToken, way })
      return tried
    },
    async test(fields: NodeFields, id: number): Promise<ProbeResult> {
      try {
        return probeResult(await ask(fields, id))
      } catch (error) {
        if (!(error instanceof Refusal)) throw error
        return probeResult({ latencyMs: 0, error: codedOf(error) })
      }
    },
    async probe(id: number): Promise<ProbeResult> {
      const row = await findNode(db.read, id)
      const probed = await probe(toFields(row), { timeoutMs: askedMs, patient: true })
      const { latencyMs, said, error } = await heartbeat.record(row, probed)
      if (said) return probeResult({ latencyMs, status: said })
      return probeResult({ latencyMs, error: error ?? codedOf(new Error('')) })
    },
  }
}

export type NodeService = ReturnType<typeof createNodeService>

const unknown = {
  status: 'unknown',
  guid: '',
  last_error: '',
  last_error_coded: '',
}
