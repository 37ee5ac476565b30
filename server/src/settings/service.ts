import {
  certificatePairs,
  isSensitive,
  type SettingKey,
  type Settings,
  type SettingsUpdate,
} from '#contract/settings.ts'
import type { SecretUpdate } from '#contract/settings-api.ts'
import { Refusal } from '#domain/refusal.ts'
import { assign, type Merged, merge, mergeSecret } from '#domain/settings/merge.ts'
import { twoFactorChange } from '#domain/settings/two-factor.ts'
import { validate } from '#domain/settings/validate.ts'
import { appendAudit } from '../platform/audit/trail.ts'
import type { Publish } from '../platform/changes/bus.ts'
import type { Db, Tx } from '../platform/db/open.ts'
import type { Actor } from '../platform/http/caller.ts'
import type { Log } from '../platform/log.ts'
import { readSettings, writeSettings } from './store.ts'

interface Deps {
  db: Db
  now: () => number
  log: Log
  publish: Publish
  /** Throws a Refusal when the pair cannot be used. */
  checkCertificate: (certFile: string, keyFile: string, setting: SettingKey) => void
  /** Takes the code where it fits: it is used up with the change that it is for. */
  codeFits: (tx: Tx, secret: string, code: string, actor: Actor) => Promise<boolean>
  /** Ends every session: a change of 2FA counts as a change of credentials (R15). */
  raiseEpoch: (tx: Tx) => Promise<void>
}

export async function createSettings({
  db,
  now,
  log,
  publish,
  checkCertificate,
  codeFits,
  raiseEpoch,
}: Deps) {
  let current = await load()
  let saves = 0

  function remember(saved: Settings) {
    current = saved
    saves++
  }

  async function load(): Promise<Settings> {
    const { settings, broken } = await readSettings(db.read)
    for (const { key, reason } of broken)
      log.warn({ key, reason }, 'a stored setting cannot be used; its default stands in')
    return settings
  }

  /** Everything is judged again inside the transaction: what was read before it may be old. */
  async function save(
    change: (before: Settings) => Merged,
    actor: Actor,
    code: string | undefined,
  ): Promise<SettingKey[]> {
    const outcome = await db.write(async (tx) => {
      const before = (await readSettings(tx)).settings
      const { next, changed } = change(before)
      validate(next, changed)
      checkPairs(next, changed)
      const locked = await refuseWrongCode(tx, before, next, code, actor)
      if (changed.length === 0) return { next, changed, locked }
      await writeSettings(tx, next, changed)
      if (locked) await raiseEpoch(tx)
      await appendAudit(tx, actor, deed(before, next, changed), now())
      return { next, changed, locked }
    })
    remember(outcome.next)
    if (outcome.locked) await publish({ kind: 'credentials-changed', userId: undefined })
    if (outcome.changed.length > 0) await publish({ kind: 'settings-saved', keys: outcome.changed })
    return outcome.changed
  }

  function checkPairs(next: Settings, changed: readonly SettingKey[]) {
    for (const [cert, key] of certificatePairs) {
      if (next[cert] !== '' && (changed.includes(cert) || changed.includes(key)))
        checkCertificate(next[cert], next[key], cert)
    }
  }

  /** True when the sessions must end. */
  async function refuseWrongCode(
    tx: Tx,
    before: Settings,
    next: Settings,
    code: string | undefined,
    actor: Actor,
  ): Promise<boolean> {
    const change = twoFactorChange(before, next)
    if (change === 'none') return false
    if (await codeFits(tx, change.secret, code?.trim() ?? '', actor)) return true
    const whose = change.needsCodeOf === 'new' ? 'the new secret' : 'the secret in force'
    throw new Refusal(
      `twoFactorCode: send the six digits that your authenticator shows for ${whose}. Each code works once.`,
      'twoFactorCode',
    )
  }

  return {
    /** As last saved by this process. */
    current: (): Settings => current,
    /** As stored now, whoever wrote it. */
    async fresh(): Promise<Settings> {
      const at = saves
      const { settings } = await readSettings(db.read)
      // A read that began before a save may end after it: it must not put the old values back.
      if (at === saves) current = settings
      return current
    },
    /** Gives the keys whose value is another now. */
    update: (patch: SettingsUpdate, actor: Actor) =>
      save((before) => merge(before, patch), actor, patch.twoFactorCode),
    secret: ({ key, value, twoFactorCode }: SecretUpdate, actor: Actor) => {
      if (key === 'apiToken')
        throw new Refusal('setting.token-not-here', {}, 'key')
      return save((before) => mergeSecret(before, key, value), actor, twoFactorCode)
    },
    /** For the panel itself and the command line, which need no code. */
    async set(values: Partial<Settings>, actor: Actor): Promise<void> {
      const saved = await db.write(async (tx) => {
        const before = (await readSettings(tx)).settings
        const { next, changed } = assign(before, values)
        validate(next, changed)
        checkPairs(next, changed)
        await writeSettings(tx, next, changed)
        if (next.twoFactorEnable !== before.twoFactorEnable) await raiseEpoch(tx)
        if (changed.length > 0) await appendAudit(tx, actor, deed(before, next, changed), now())
        return { next, changed }
      })
      remember(saved.next)
      if (saved.changed.length > 0) await publish({ kind: 'settings-saved', keys: saved.changed })
    },
  }
}

export type SettingsRoom = Awaited<ReturnType<typeof createSettings>>

const deed = (before: Settings, next: Settings, changed: readonly SettingKey[]) => ({
  action: 'settings.update',
  objectKind: 'settings',
  object: '',
  before: pick(before, changed),
  after: pick(next, changed),
})

const pick = (settings: Settings, keys: readonly SettingKey[]) =>
  Object.fromEntries(
    keys.map((key) => [key, isSensitive(key) && settings[key] !== '' ? '***' : settings[key]]),
  )
