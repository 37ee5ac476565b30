import { settingApi } from '#contract/settings-api.ts'
import { inEnglish, Refusal } from '#domain/refusal.ts'
import { defaultSettingsView, type Surroundings } from '#domain/settings/default-view.ts'
import { compilePattern } from '#domain/settings/pattern.ts'
import { redact } from '#domain/settings/redact.ts'
import { defaults } from '#domain/settings/stored.ts'
import { noEffectYet } from '#domain/settings/without-effect.ts'
import type { Egress } from '../platform/egress/safe-fetch.ts'
import type { Actor, Known } from '../platform/http/caller.ts'
import type { Mount } from '../platform/http/mount.ts'
import type { PanelServer } from '../platform/http/panel-server.ts'
import { hostname } from '../platform/http/server.ts'
import { WithMessage } from '../platform/http/with-message.ts'
import type { Db } from '../store/open.ts'
import { createAddressNotes } from './addresses.ts'
import { createSettingsReview } from './review.ts'
import { type Saved, type SettingsRoom, versionOf } from './service.ts'

interface Deps {
  db: Db
  settings: SettingsRoom
  egress: Pick<Egress, 'checkUrl'>
  sub: Surroundings['sub']
  server: PanelServer
  login: LoginChecks
}

/** What the routes ask of the room `auth`. */
export interface LoginChecks {
  hasApiToken(): Promise<boolean>
  /** Throws a Refusal for a wrong password. */
  confirmed(caller: Known, password: string, actor: Actor): Promise<unknown>
}

export function settingsRoutes(mount: Mount, deps: Deps): void {
  const { settings, login, server, sub } = deps
  const notesOn = createAddressNotes(deps.egress)

  async function saved({ changed, recoveryCodes }: Saved) {
    const notes = await notesOn(changed, settings.current())
    const idle = noEffectYet(changed)
    const said = [idle ?? settingApi.update.says, ...notes.map(inEnglish)].join(' ')
    const isPlain = idle === undefined && notes.length === 0
    const obj = recoveryCodes.length > 0 || notes.length > 0 ? { recoveryCodes, notes } : null
    return new WithMessage(isPlain ? undefined : said, obj)
  }

  mount(settingApi.all, async () => {
    const stored = await settings.fresh()
    const settingsVersion = versionOf(stored)
    return { ...redact(stored, { hasApiToken: await login.hasApiToken() }), settingsVersion }
  })
  mount(settingApi.factoryDefaults, () => redact(defaults, { hasApiToken: false }))
  mount(settingApi.defaultSettings, async ({ origin }) => ({
    ...defaultSettingsView(await settings.fresh(), { requestHost: hostname(origin.host), sub }),
    ownPorts: server.ownPorts().map(({ port }) => port),
  }))
  mount(settingApi.update, async ({ body: { password, ...body }, query, actor, caller }) => {
    const isChange = body.twoFactorEnable !== undefined && password !== undefined
    const kept = isChange && caller.kind === 'user' ? caller.sessionId : undefined
    if (isChange) await login.confirmed(caller, password, actor)
    return saved(await settings.update(body, actor, query.version, kept))
  })
  const review = createSettingsReview(deps)
  mount(settingApi.review, ({ body, origin }) => review(body, hostname(origin.host)))
  mount(settingApi.secret, async ({ body, actor }) => {
    return saved(await settings.secret(body, actor))
  })
  mount(settingApi.restartPanel, async ({ actor }) => {
    await server.restart(actor)
    return null
  })
  mount(settingApi.validateRegex, ({ body }) => {
    if (compilePattern(body.regex) === null) {
      throw new Refusal('setting.regex-invalid', {}, 'regex')
    }
    return null
  })
}
