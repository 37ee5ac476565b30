import type { RemoteInbound } from '#contract/node.ts'
import type { NodeFields } from '#domain/nodes/node.ts'
import { Refusal } from '#domain/refusal.ts'
import { mapLimited } from '../../platform/egress/map-limited.ts'
import type { Probe } from '../../platform/egress/probe.ts'
import { reasonOf } from '../../platform/jobs/reason.ts'
import type { Db } from '../../store/open.ts'
import { type NodeCalls, toFields, wholeList } from './calls.ts'
import { findNode } from './service.ts'

const width = 8
/** A node reads its release list before it answers. */
const updateMs = 30_000

const textOf = (value: unknown): string =>
  typeof value === 'string' ? value.replace(/[\p{Cc}\p{Cs}]/gu, ' ').slice(0, 300) : ''

function toRemote(row: unknown): RemoteInbound[] {
  if (typeof row !== 'object' || row === null) return []
  const { tag, remark, protocol, port } = row as Record<string, unknown>
  if (typeof tag !== 'string' || tag === '') return []
  return [
    {
      tag: textOf(tag),
      remark: textOf(remark),
      protocol: textOf(protocol),
      port: Number.isSafeInteger(port) ? Number(port) : 0,
    },
  ]
}

/** What the operator asks a node for, once. */
export function createRemote({ db, call, probe }: { db: Db; call: NodeCalls; probe: Probe }) {
  return {
    async fingerprint({ scheme, address, port, allowPrivateAddress }: NodeFields): Promise<string> {
      if (scheme === 'http') throw new Refusal('node.no-tls', {}, 'scheme')
      const { certificate } = await probe.tls(address, port, '', { allowPrivate: allowPrivateAddress })
      if (!certificate) throw new Refusal('target.no-certificate', { host: address })
      return certificate.fingerprint256.replaceAll(':', '').toLowerCase()
    },

    async inbounds(fields: NodeFields): Promise<RemoteInbound[]> {
      const rows = await call(fields, 'GET', 'inbounds/list', wholeList)
      if (!Array.isArray(rows)) throw new Refusal('node.not-a-panel', { host: fields.address })
      return rows.flatMap(toRemote)
    },

    async webCert(id: number): Promise<{ webCertFile: string; webKeyFile: string }> {
      const fields = toFields(await findNode(db.read, id))
      const answer = (await call(fields, 'GET', 'server/getWebCertFiles')) as Record<string, unknown> | null
      return { webCertFile: textOf(answer?.webCertFile), webKeyFile: textOf(answer?.webKeyFile) }
    },

    /** Each node updates itself from its own release list, or refuses; `dev` chooses its channel first. */
    updatePanels: (ids: readonly number[], dev?: boolean) =>
      mapLimited([...new Set(ids)], width, async (id) => {
        try {
          const row = await findNode(db.read, id)
          const done = { id, name: row.name }
          try {
            const fields = toFields(row)
            if (dev !== undefined) await call(fields, 'POST', 'server/setUpdateChannel', { body: { dev } })
            await call(fields, 'POST', 'server/updatePanel', { timeoutMs: updateMs })
            return { ...done, ok: true }
          } catch (error) {
            return { ...done, ok: false, error: reasonOf(error) }
          }
        } catch (error) {
          return { id, name: '', ok: false, error: reasonOf(error) }
        }
      }),
  }
}
