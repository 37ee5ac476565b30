import { settingApi } from '#contract/settings-api.ts'
import { Refusal } from '#domain/refusal.ts'
import { defaultSettingsView, type Surroundings } from '#domain/settings/default-view.ts'
import { compilePattern } from '#domain/settings/pattern.ts'
import { redact } from '#domain/settings/redact.ts'
import { defaults } from '#domain/settings/stored.ts'
import type { Actor } from '../http/caller.ts'
import type { Mount } from '../http/mount.ts'
import { hostname } from '../http/server.ts'
import type { SettingsRoom } from './service.ts'

interface Deps {
  settings: SettingsRoom
  hasApiToken: () => Promise<boolean>
  sub: Surroundings['sub']
  restart: (actor: Actor) => Promise<void>
}

export function settingsRoutes(mount: Mount, { settings, hasApiToken, sub, restart }: Deps): void {
  mount(settingApi.all, async () => redact(await settings.fresh(), { hasApiToken: await hasApiToken() }))
  mount(settingApi.factoryDefaults, () => redact(defaults, { hasApiToken: false }))
  mount(settingApi.defaultSettings, async ({ origin }) =>
    defaultSettingsView(await settings.fresh(), { requestHost: hostname(origin.host), sub }),
  )
  mount(settingApi.update, async ({ body, actor }) => {
    await settings.update(body, actor)
    return null
  })
  mount(settingApi.secret, async ({ body, actor }) => {
    await settings.secret(body, actor)
    return null
  })
  mount(settingApi.restartPanel, async ({ actor }) => {
    await restart(actor)
    return null
  })
  mount(settingApi.validateRegex, ({ body }) => {
    if (compilePattern(body.regex) === null) {
      throw new Refusal('regex: the pattern cannot be used; check its brackets and escapes.', 'regex')
    }
    return null
  })
}
