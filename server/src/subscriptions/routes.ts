import { settingApi } from '#contract/settings-api.ts'
import type { Surroundings } from '#domain/settings/default-view.ts'
import type { ClientRoom } from '../clients/room.ts'
import type { Mount } from '../platform/http/mount.ts'
import { hostname } from '../platform/http/server.ts'
import type { SettingsRoom } from '../settings/service.ts'
import type { Subscriptions } from './room.ts'

interface Deps {
  settings: SettingsRoom
  subscriptions: Subscriptions
  clients: ClientRoom
  sub: Surroundings['sub']
}

export function subscriptionRoutes(mount: Mount, { settings, subscriptions, clients, sub }: Deps): void {
  mount(settingApi.subPreview, async ({ body, origin, request }) =>
    subscriptions.preview({
      subId: (await clients.reads.get(body.email)).client.subId,
      format: body.format,
      settings: await settings.fresh(),
      unsaved: body.settings ?? {},
      around: { requestHost: hostname(origin.host), sub },
      request: request.raw,
    }),
  )
}
