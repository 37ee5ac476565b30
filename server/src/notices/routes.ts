import { noticesApi } from '#contract/notices-api.ts'
import type { Mount } from '../platform/http/mount.ts'
import type { Notices } from './room.ts'

export function noticeRoutes(mount: Mount, notices: Notices): void {
  const { reading, webhooks } = notices
  mount(noticesApi.list, ({ query }) => reading.alerts(query.limit, query.before))
  mount(noticesApi.read, ({ body }) => reading.read(body.upTo))
  mount(noticesApi.outlets, () => notices.outlets())
  mount(noticesApi.deliveries, ({ query }) => reading.deliveries(query))
  mount(noticesApi.replay, ({ params, actor }) => notices.replay(Number(params.id), actor))
  mount(noticesApi.test, ({ params, actor }) => notices.test(params.outlet ?? '', actor))
  mount(noticesApi.webhooks, () => webhooks.list())
  mount(noticesApi.addWebhook, ({ body, actor }) => webhooks.add(body, actor))
  mount(noticesApi.updateWebhook, ({ params, body, actor }) =>
    webhooks.update(Number(params.id), body, actor),
  )
  mount(noticesApi.delWebhook, ({ params, actor }) => webhooks.del(Number(params.id), actor))
  mount(noticesApi.testMail, ({ body, actor }) => notices.testMail(body, actor))
}
