import { grantedLimit } from '#domain/fleet/sums.ts'
import type { RateOf } from '#domain/traffic/fold.ts'
import type { Base } from '../../settings/base-services.ts'
import type { Tx } from '../../store/open.ts'
import { chunked, setsFor } from '../../store/sets.ts'
import type { Rates } from '../../traffic/rates.ts'
import type { Desired } from '../sync/desired.ts'
import type { Mark, Pending } from '../sync/pending.ts'

interface Deps extends Pick<Base, 'db'> {
  pending: Pending
  desired: Pick<Desired, 'places'>
  rates: Pick<Rates, 'onNode'>
}

/** After bytes of these clients were added: nodes that need another limit for them are noted. */
export function createRenewLimits({ db, pending, desired, rates }: Deps) {
  const { among } = setsFor(db.engine)

  const placed = (tx: Tx, emails: readonly string[]) =>
    tx
      .selectFrom('node_client_traffics as p')
      .innerJoin('clients as c', 'c.id', 'p.client_id')
      .innerJoin('client_traffics as t', 't.email', 'c.email')
      .select(['p.node_id', 'p.client_id', 'p.up', 'p.down', 'p.granted', 'c.total_gb', 'c.email as name'])
      .select(['t.up as used_up', 't.down as used_down'])
      .where(among('c.email', emails))
      .where('c.total_gb', '>', 0)
      .where('p.gone_at', '=', 0)
      .execute()

  return async function renewLimits(tx: Tx, emails: readonly string[]): Promise<void> {
    if (!(await pending.hasNodes(tx))) return
    const marks: Mark[] = []
    for (const part of chunked(emails)) {
      const rows = await placed(tx, part)
      const places = await desired.places(tx, [...new Set(rows.map((row) => row.client_id))])
      const rateOn = new Map<number, RateOf | undefined>()
      for (const [node, there] of Map.groupBy(rows, (row) => row.node_id))
        rateOn.set(node, await rates.onNode(tx, node, there))
      for (const row of rows) {
        const limit = grantedLimit({
          quota: row.total_gb,
          used: row.used_up + row.used_down,
          nodeUsed: row.up + row.down,
          granted: row.granted,
          places: places.get(row.client_id) ?? 1,
          rate: rateOn.get(row.node_id)?.(row.name, undefined) ?? 100,
        })
        if (limit !== row.granted) marks.push({ node_id: row.node_id, kind: 'client', key: row.client_id })
      }
    }
    await pending.touch(tx, marks)
  }
}
