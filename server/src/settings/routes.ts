import { sql } from 'kysely'
import type { Coded } from '#contract/coded.ts'
import type { SettingKey, Settings, SettingsUpdate } from '#contract/settings.ts'
import { type SettingsReview, settingApi } from '#contract/settings-api.ts'
import { coded, codedOf, inEnglish, Refusal } from '#domain/refusal.ts'
import { defaultSettingsView, type Surroundings, subscriptionOrigin } from '#domain/settings/default-view.ts'
import { compilePattern } from '#domain/settings/formats.ts'
import { noEffectYet } from '#domain/settings/matters.ts'
import { redact } from '#domain/settings/redact.ts'
import { settingEffects } from '#domain/settings/review.ts'
import { defaults } from '#domain/settings/stored.ts'
import type { Egress } from '../platform/egress/safe-fetch.ts'
import type { Actor, Known } from '../platform/http/caller.ts'
import { WithMessage } from '../platform/http/envelope.ts'
import type { Mount } from '../platform/http/mount.ts'
import type { PanelServer } from '../platform/http/panel-server.ts'
import { hostname } from '../platform/http/server.ts'
import type { Db } from '../store/open.ts'
import { pick, type Saved, type SettingsRoom, versionOf } from './service.ts'

interface Deps {
  db: Db
  settings: SettingsRoom
  egress: Pick<Egress, 'checkUrl'>
  sub: Surroundings['sub']
  server: PanelServer
  /** What the routes ask of the room `auth`. */
  login: {
    hasApiToken(): Promise<boolean>
    /** Throws a Refusal for a wrong password. */
    confirmed(caller: Known, password: string, actor: Actor): Promise<unknown>
  }
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

/** Addresses that the panel calls by itself, each with the setting that allows a private one. */
const called = {
  externalTrafficInformURI: undefined,
  tgBotAPIServer: undefined,
  updateUrl: 'updateAllowPrivate',
  backupS3Endpoint: 'backupS3AllowPrivate',
} as const satisfies Partial<Record<SettingKey, SettingKey | undefined>>
type CalledKey = keyof typeof called

/** A slow name server does not hold up a save. */
const lookupMs = 3_000
/** Refused whatever happens later; a name that is not found today may be there tomorrow. */
const isFinal = (code: string): boolean => /^egress\.(?:not-public|url-)/.test(code)

/** Says of addresses that were just saved, and allowed or not, that every call to them will be refused. */
function createAddressNotes(egress: Pick<Egress, 'checkUrl'>) {
  async function noteOn(key: CalledKey, settings: Settings): Promise<Coded[]> {
    const allow = called[key]
    const allowPrivateAddress = allow !== undefined && settings[allow]
    try {
      await egress.checkUrl(settings[key], { allowPrivateAddress, signal: AbortSignal.timeout(lookupMs) })
      return []
    } catch (error) {
      if (!(error instanceof Refusal) || !isFinal(error.code)) return []
      return [coded('setting.never-called', { key, reason: codedOf(error) })]
    }
  }

  return async (changed: readonly SettingKey[], settings: Settings): Promise<Coded[]> => {
    const keys = (Object.keys(called) as CalledKey[]).filter((key) => {
      const allow = called[key]
      return settings[key] !== '' && (changed.includes(key) || (allow && changed.includes(allow)))
    })
    return (await Promise.all(keys.map((key) => noteOn(key, settings)))).flat()
  }
}

/** What a save of settings would change, what waits for a restart, and whose addresses and links change. */
function createSettingsReview({ db, settings, sub }: Pick<Deps, 'db' | 'settings' | 'sub'>) {
  async function subscriptionCount(): Promise<number> {
    const { rows } = await sql<{
      count: number
    }>`select count(distinct sub_id) as count from clients where sub_id <> ''`.execute(db.read)
    return Number(rows[0]?.count ?? 0)
  }

  return async (patch: SettingsUpdate, requestHost: string): Promise<SettingsReview> => {
    const { before, next, changed } = await settings.planned(patch)
    const movesPort = changed.includes('subPort')
    const address = (of: Settings, port: number) =>
      of.subURI || subscriptionOrigin(of, { requestHost, sub: { ...sub, port } }) + of.subPath
    const old = address(before, sub.port)
    const fresh = address(next, movesPort ? next.subPort : sub.port)
    const [was, will] = [pick(before, changed), pick(next, changed)]
    return {
      changes: changed.map((key) => ({ key, before: was[key], after: will[key] })),
      ...settingEffects(before, next, changed),
      ...(old !== fresh && { subscriptionAddress: { before: old, after: fresh } }),
      subscriptions: await subscriptionCount(),
    }
  }
}
