import { placeOf } from '#domain/quotas/quotas.ts'
import type { Reader, Tx } from '../../store/open.ts'
import type { Sets } from '../../store/sets.ts'

/** How the inbounds, nodes and labels of these quotas are called; blank: this server, or something that is gone. */
export async function namesOf(
  source: Reader | Tx,
  { among }: Pick<Sets, 'among'>,
  targets: readonly string[],
): Promise<(target: string) => string> {
  const places = new Map(targets.map((target) => [target, placeOf(target)]))
  const idsOn = (on: 'inbound' | 'node') =>
    [...places.values()].flatMap((place) => (place?.on === on ? [place.id] : []))
  const [inbounds, nodes] = [idsOn('inbound'), idsOn('node').filter((id) => id > 0)]
  const inboundRows =
    inbounds.length === 0
      ? []
      : await source
          .selectFrom('inbounds')
          .select(['id', 'remark', 'tag'])
          .where(among('id', inbounds))
          .execute()
  const nodeRows =
    nodes.length === 0
      ? []
      : await source.selectFrom('nodes').select(['id', 'name']).where(among('id', nodes)).execute()
  const names = {
    inbound: new Map(inboundRows.map(({ id, remark, tag }) => [id, remark || tag])),
    node: new Map(nodeRows.map(({ id, name }) => [id, name])),
  }
  return (target) => {
    const place = places.get(target)
    if (!place) return ''
    return place.on === 'label' ? place.label : (names[place.on].get(place.id) ?? '')
  }
}
