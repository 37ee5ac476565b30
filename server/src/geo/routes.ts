import { geoApi } from '#contract/geo-api.ts'
import type { Mount } from '../platform/http/mount.ts'
import type { Geo } from './room.ts'

const done = (msg: string) => ({ success: true, msg, obj: null })

export function geoRoutes(mount: Mount, geo: Geo): void {
  mount(geoApi.updateAll, async ({ actor }) => {
    await geo.updateKnown(undefined, actor)
    return null
  })
  mount(geoApi.update, async ({ params, actor }) => {
    await geo.updateKnown(params.fileName ?? '', actor)
    return null
  })
  mount(geoApi.list, () => geo.list())
  mount(geoApi.aliases, () => geo.aliases())
  mount(geoApi.add, async ({ body, actor }) => {
    await geo.add(body, actor)
    return null
  })
  mount(geoApi.change, async ({ params, body, actor }) => {
    await geo.change(params.id, body, actor)
    return null
  })
  mount(geoApi.remove, async ({ params, actor }) =>
    done(`Custom geo file ${await geo.remove(params.id, actor)} was deleted`),
  )
  mount(geoApi.download, async ({ params, actor }) =>
    done(`Geofile ${await geo.download(params.id, actor)} updated successfully`),
  )
  mount(geoApi.downloadAll, async ({ actor }) => {
    const obj = await geo.downloadAll(actor)
    const failed = obj.failed.length > 0
    const msg = failed
      ? 'One or more custom geo sources failed to update'
      : 'All custom geo sources were updated'
    return { success: !failed, msg, obj }
  })
  mount(geoApi.files, () => geo.files())
  mount(geoApi.categories, ({ query }) => geo.categories(query.file, query))
  mount(geoApi.entries, ({ query }) => geo.entries(query.file, query.code, query))
  mount(geoApi.validate, ({ body }) => geo.validate(body.tokens, body.kind))
}
