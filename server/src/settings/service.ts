import { isDeepStrictEqual } from 'node:util'
import { certificatePairs, type SettingKey, type Settings, type SettingsUpdate } from '#contract/settings.ts'
import type { SecretUpdate } from '#contract/settings-api.ts'
import { contentVersion } from '#domain/content-version.ts'
import { templateTextChanges } from '#domain/core-config/template-changes.ts'
import { Refusal } from '#domain/refusal.ts'
import { redacted } from '#domain/secrets/redact.ts'
import { assign, type Merged, merge, mergeSecret } from '#domain/settings/merge.ts'
import { type BrokenSetting, parse, serialise } from '#domain/settings/stored.ts'
import { twoFactorChange, validate } from '#domain/settings/validate.ts'
import type { Actor } from '../platform/http/caller.ts'
import { loadCertificate } from '../platform/http/certificate.ts'
import type { Change } from '../store/changes/change.ts'
import type { Reader, Tx } from '../store/open.ts'
import type { Base } from './base-services.ts'

type Deps = Pick<Base, 'db' | 'commit' | 'log'>

/** What a change of two-factor login needs of the room `auth`, which attaches itself. */
export interface LoginGuard {
  /** Accepts a valid code and marks it used in the same transaction. */
  codeFits(tx: Tx, secret: string, code: string, actor: Actor): Promise<boolean>
  /** Ends every session but `kept`: a change of 2FA counts as a change of credentials (R15). */
  endSessions(tx: Tx, kept?: string): Promise<void>
  /** Recovery codes belong to one secret: another one gets new codes, none gets none. */
  renewRecoveryCodes(tx: Tx, secret: string): Promise<string[]>
  forgetRecoveryCodes(tx: Tx): Promise<void>
}

/** Owns the table `settings`: reads, checks, saves and redacts it. */
export async function createSettings({ db, log, commit }: Deps) {
  let attached: LoginGuard | undefined
  let current = await load()
  let saves = 0

  function remember(saved: Settings) {
    current = saved
    saves++
  }

  async function load(): Promise<Settings> {
    const { settings, broken } = await readSettings(db.read)
    for (const { key, reason } of broken)
      log.warn({ key, reason }, 'invalid stored setting, using its default')
    return settings
  }

  function guard(): LoginGuard {
    if (!attached) throw new Error('nobody guards two-factor login')
    return attached
  }

  /** Everything is checked inside the transaction: an earlier read may be stale. */
  async function save(
    change: (before: Settings) => Merged,
    actor: Actor,
    code: string | undefined,
    kept?: string,
  ) {
    return commit(actor, async (tx) => {
      const before = (await readSettings(tx)).settings
      const { next, changed } = change(before)
      validate(next, changed)
      checkPairs(next, changed)
      const locked = await refuseWrongCode(tx, before, next, code, actor)
      if (changed.length > 0) await writeSettings(tx, next, changed)
      if (locked) await guard().endSessions(tx, kept)
      /** Made because two-factor login has a new secret; nobody can read them later. */
      const recoveryCodes = locked ? await recoveryFor(tx, next) : []
      return { ...outcomeOf(before, next, changed, locked), result: { changed, recoveryCodes } }
    })
  }

  async function recoveryFor(tx: Tx, { twoFactorEnable, twoFactorToken }: Settings): Promise<string[]> {
    if (twoFactorEnable) return guard().renewRecoveryCodes(tx, twoFactorToken)
    await guard().forgetRecoveryCodes(tx)
    return []
  }

  const outcomeOf = (before: Settings, next: Settings, changed: readonly SettingKey[], locked: boolean) => {
    const change: Change[] = []
    if (locked) change.push({ kind: 'credentials-changed', userId: undefined })
    if (changed.length > 0) change.push({ kind: 'settings-saved', keys: changed })
    return {
      change,
      action: changed.length > 0 ? actionOf(before, next, changed) : undefined,
      committed: () => remember(next),
    }
  }

  function checkPairs(next: Settings, changed: readonly SettingKey[]) {
    for (const [cert, key] of certificatePairs) {
      if (next[cert] !== '' && (changed.includes(cert) || changed.includes(key)))
        loadCertificate(next[cert], next[key], cert)
    }
  }

  /** True if sessions must end. */
  async function refuseWrongCode(
    tx: Tx,
    before: Settings,
    next: Settings,
    code: string | undefined,
    actor: Actor,
  ): Promise<boolean> {
    const change = twoFactorChange(before, next)
    if (change === 'none') return false
    if (await guard().codeFits(tx, change.secret, code?.trim() ?? '', actor)) return true
    const whose = change.needsCodeOf === 'new' ? 'new' : 'current'
    throw new Refusal(`two-factor.${whose}-code-needed`, {}, 'twoFactorCode')
  }

  return {
    attach: (given: LoginGuard): void => {
      attached = given
    },
    /** As last saved or read by this process. */
    current: (): Settings => current,
    /** As stored now, including writes by other processes. */
    async fresh(): Promise<Settings> {
      const at = saves
      const { settings } = await readSettings(db.read)
      // A read that began before a save may end after it: it must not restore the old values. Equal settings stay the same
      // object, because caches compare it.
      if (at === saves && !isDeepStrictEqual(settings, current)) current = settings
      return current
    },
    /** `kept`: the session that goes on after a change of two-factor login. */
    update: (patch: SettingsUpdate, actor: Actor, version?: string, kept?: string) =>
      save(
        (before) => {
          if (version !== undefined && version !== versionOf(before))
            throw new Refusal('version.changed', {}, 'version')
          return merge(before, patch)
        },
        actor,
        patch.twoFactorCode,
        kept,
      ),
    /** The settings as a save would leave them; refused as the save would be. */
    async planned(patch: SettingsUpdate): Promise<Merged & { before: Settings }> {
      const before = (await readSettings(db.read)).settings
      const merged = merge(before, patch)
      validate(merged.next, merged.changed)
      checkPairs(merged.next, merged.changed)
      return { ...merged, before }
    },
    secret: ({ key, value, twoFactorCode }: SecretUpdate, actor: Actor) => {
      if (key === 'apiToken') throw new Refusal('setting.token-not-here', {}, 'key')
      return save((before) => mergeSecret(before, key, value), actor, twoFactorCode)
    },
    /** For the panel itself and the command line: no two-factor code needed. */
    async set(
      values: Partial<Settings> | ((before: Settings) => Partial<Settings>),
      actor: Actor,
    ): Promise<void> {
      await commit(actor, async (tx) => {
        const before = (await readSettings(tx)).settings
        const { next, changed } = assign(before, typeof values === 'function' ? values(before) : values)
        validate(next, changed)
        checkPairs(next, changed)
        await writeSettings(tx, next, changed)
        if (next.twoFactorEnable !== before.twoFactorEnable) await guard().endSessions(tx)
        if (!next.twoFactorEnable) await guard().forgetRecoveryCodes(tx)
        return { ...outcomeOf(before, next, changed, false), result: undefined }
      })
    },
  }
}

/** What a save of the settings may replace, as one short text; the template has its own. */
export const versionOf = ({ xrayTemplateConfig: _, ...others }: Settings): string => contentVersion(others)

export type SettingsRoom = Awaited<ReturnType<typeof createSettings>>

export type Saved = Awaited<ReturnType<SettingsRoom['update']>>
/** For rooms that only read settings. */
export type SettingsReader = Pick<SettingsRoom, 'current' | 'fresh'>

const actionOf = (before: Settings, next: Settings, changed: readonly SettingKey[]) => ({
  action: 'settings.update' as const,
  objectKind: 'settings',
  object: '',
  before: pick(before, changed),
  after: {
    ...pick(next, changed),
    // The template holds secrets and is never written down; what an edit did to it is.
    ...(changed.includes('xrayTemplateConfig') && {
      template: templateTextChanges(before.xrayTemplateConfig, next.xrayTemplateConfig),
    }),
  },
})

export const pick = (settings: Settings, keys: readonly SettingKey[]) =>
  Object.fromEntries(keys.map((key) => [key, redacted(settings[key], key)]))

export async function readSettings(
  db: Reader | Tx,
): Promise<{ settings: Settings; broken: BrokenSetting[] }> {
  return parse(await db.selectFrom('settings').select(['key', 'value']).orderBy('id').execute())
}

export async function writeSettings(tx: Tx, next: Settings, keys: readonly SettingKey[]): Promise<void> {
  if (keys.length === 0) return
  await tx
    .insertInto('settings')
    .values(keys.map((key) => ({ key, value: serialise(next[key]) })))
    .onConflict((c) => c.column('key').doUpdateSet((e) => ({ value: e.ref('excluded.value') })))
    .execute()
}
