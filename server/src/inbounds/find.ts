import { isSocketPath } from '#domain/inbounds/listen.ts'
import type { PortClaim } from '#domain/inbounds/port.ts'
import { layer4Of } from '#domain/inbounds/port.ts'
import { Refusal } from '#domain/refusal.ts'
import { servedPorts } from '#domain/rotation/values.ts'
import { isRowId } from '../platform/db/row-id.ts'
import type { Reader, Tx } from '../store/open.ts'
import { alsoServed, type InboundRow, toInboundFields } from '../store/rows/inbound.ts'

type Source = Reader | Tx

export function inboundId(text: string | undefined): number {
  const id = Number(text)
  if (!isRowId(id)) throw new Refusal('inbound.missing', { id: text ?? '' }, 'id')
  return id
}

/** Another user's inbound counts as not found. */
export async function findInbound(db: Source, id: number, userId: number): Promise<InboundRow> {
  const row = await db
    .selectFrom('inbounds')
    .selectAll()
    .where('id', '=', id)
    .where('user_id', '=', userId)
    .executeTakeFirst()
  if (!row) throw new Refusal('inbound.missing', { id }, 'id')
  return row
}

export function claimOf(row: InboundRow): PortClaim {
  const fields = toInboundFields(row)
  return {
    id: row.id,
    remark: row.remark,
    listen: row.listen,
    port: row.port,
    nodeId: row.node_id,
    layers: layer4Of(fields),
  }
}

/** One for each port on which it listens, its own first. */
export const claimsOf = (row: InboundRow): PortClaim[] =>
  servedPorts({ port: row.port, also: alsoServed(row) }).map((port) => ({ ...claimOf(row), port }))

/** Inbounds with the same port or a socket path, on any node; `checkPort` compares the rest. */
export async function rivals(tx: Source, port: number, listen: string): Promise<PortClaim[]> {
  const rows = await tx
    .selectFrom('inbounds')
    .selectAll()
    // One socket has several spellings (permissions may follow), so compare all socket inbounds: there are few.
    .where((e) =>
      isSocketPath(listen)
        ? e.or([e('listen', 'like', '/%'), e('listen', 'like', '@%')])
        : e.or([e('port', '=', port), e('also_served', '<>', '')]),
    )
    .execute()
  return rows.flatMap(claimsOf)
}

export const tagTaken = async (tx: Source, except: number): Promise<(tag: string) => boolean> => {
  const rows = await tx.selectFrom('inbounds').select('tag').where('id', '<>', except).execute()
  const tags = new Set(rows.map((r) => r.tag))
  return (tag) => tags.has(tag)
}
