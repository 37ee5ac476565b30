import { auditApi } from '#contract/audit-api.ts'
import type { Db } from '../db/open.ts'
import type { Mount } from '../http/mount.ts'

export function auditRoutes(mount: Mount, db: Db): void {
  mount(auditApi.list, async ({ query }) => {
    let rows = db.read.selectFrom('audit')
    if (query.objectKind !== undefined) rows = rows.where('object_kind', '=', query.objectKind)
    if (query.object !== undefined) rows = rows.where('object', '=', query.object)
    const { total } = await rows.select((e) => e.fn.countAll<number>().as('total')).executeTakeFirstOrThrow()
    const items = await rows
      .selectAll()
      .orderBy('id', 'desc')
      .limit(query.pageSize)
      .offset((query.page - 1) * query.pageSize)
      .execute()
    return {
      items: items.map((r) => ({
        id: r.id,
        at: r.at,
        actorKind: r.actor_kind,
        actor: r.actor,
        action: r.action,
        objectKind: r.object_kind,
        object: r.object,
        address: r.address,
        before: r.before === null ? null : JSON.parse(r.before),
        after: r.after === null ? null : JSON.parse(r.after),
      })),
      total: Number(total),
      page: query.page,
      pageSize: query.pageSize,
    }
  })
}
