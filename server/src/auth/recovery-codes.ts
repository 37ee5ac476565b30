import { randomInt } from 'node:crypto'
import type { RecoveryRenewal } from '#contract/session-api.ts'
import { Refusal } from '#domain/refusal.ts'
import type { Actor, Known } from '../platform/http/caller.ts'
import type { Base } from '../settings/base-services.ts'
import type { Db, Tx } from '../store/open.ts'
import type { CodeCheck } from './code-check.ts'
import type { createLoginQueue } from './login-queue.ts'
import type { DirectoryCheck, PasswordCheck } from './passwords.ts'
import { fingerprint } from './random.ts'
import { totpKey } from './totp.ts'

/** Without I, O, 0 and 1: people copy these codes from paper. */
const letters = 'ABCDEFGHJKLMNPQRSTUVWXYZ23456789'
const length = 16
const inSet = 10

/** 80 random bits, so a fast hash is as safe as a slow one. */
function makeCode(): string {
  let text = ''
  for (let i = 0; i < length; i++) text += letters[randomInt(letters.length)]
  return text
}

const bare = (text: string): string => text.replace(/[\s-]/g, '').toUpperCase()
const grouped = (code: string): string => code.replace(/(.{4})(?=.)/g, '$1-')

export const isRecoveryCode = (text: string): boolean => /^[A-HJ-NP-Z2-9]{16}$/.test(bare(text))

/** Identifies a secret by its decoded key: case and spaces do not make another secret. */
export const secretMark = (secret: string): string => fingerprint(totpKey(secret)?.hex ?? '')

/** Replaces every code by ten new ones for this secret. The reply is the only place where they can be read. */
export async function renewRecoveryCodes(tx: Tx, secret: string): Promise<string[]> {
  const codes = Array.from({ length: inSet }, makeCode)
  const mark = secretMark(secret)
  await forgetRecoveryCodes(tx)
  await tx
    .insertInto('recovery_codes')
    .values(codes.map((code) => ({ code: fingerprint(code), secret: mark })))
    .execute()
  return codes.map(grouped)
}

export async function forgetRecoveryCodes(tx: Tx): Promise<void> {
  await tx.deleteFrom('recovery_codes').execute()
}

/** Deletes the code with the action that needs it. A secret that cannot be read accepts none. */
export async function takeRecoveryCode(tx: Tx, secret: string, code: string): Promise<boolean> {
  if (!totpKey(secret)) return false
  const { numDeletedRows } = await tx
    .deleteFrom('recovery_codes')
    .where('code', '=', fingerprint(bare(code)))
    .where('secret', '=', secretMark(secret))
    .executeTakeFirst()
  return numDeletedRows > 0n
}

export async function recoveryCodesLeft(db: Db, secret: string): Promise<number> {
  const { left } = await db.read
    .selectFrom('recovery_codes')
    .select((e) => e.fn.countAll<number>().as('left'))
    .where('secret', '=', secretMark(secret))
    .executeTakeFirstOrThrow()
  return Number(left)
}

interface Deps extends Pick<Base, 'commit' | 'db' | 'settings'> {
  guess: ReturnType<typeof createLoginQueue>
  passwordMatches: PasswordCheck
  codes: CodeCheck
  directory: DirectoryCheck
}

/** The recovery codes of two-factor login, for whoever is logged in. */
export function createRecovery(deps: Deps) {
  const { db, commit, settings, guess, passwordMatches, codes, directory } = deps

  /** The account as it was when its password fitted; wrong passwords count as failed logins. */
  async function confirmed(caller: Known, password: string, actor: Actor) {
    const verdict = await guess(actor.address, caller.username, async () => {
      const user = await db.read
        .selectFrom('users')
        .selectAll()
        .where('id', '=', caller.userId)
        .executeTakeFirst()
      const isOwn = await passwordMatches(user?.password, password)
      const matches = isOwn || (await directory.accepts(caller.username, password))
      return user && matches ? { right: user } : { wrong: 'wrongPassword' }
    })
    if ('wrong' in verdict) throw new Refusal('two-factor.password-wrong', {}, 'password')
    return verdict.right
  }

  return {
    confirmed,
    async left(): Promise<number> {
      const { twoFactorEnable, twoFactorToken } = await settings.fresh()
      return twoFactorEnable ? recoveryCodesLeft(db, twoFactorToken) : 0
    },
    async renew(caller: Known, given: RecoveryRenewal, actor: Actor): Promise<string[]> {
      const { twoFactorEnable, twoFactorToken: secret } = await settings.fresh()
      if (!twoFactorEnable) throw new Refusal('two-factor.off')
      const user = await confirmed(caller, given.password, actor)
      return commit(actor, async (tx) => {
        const wrongCode = new Refusal('two-factor.current-code-needed', {}, 'twoFactorCode')
        // A secret that was replaced in between raised the epoch.
        const same = await tx
          .selectFrom('users')
          .select('id')
          .where('id', '=', user.id)
          .where('login_epoch', '=', user.login_epoch)
          .executeTakeFirst()
        if (!same || !(await codes.fits(tx, secret, given.twoFactorCode?.trim() ?? '', actor)))
          throw wrongCode
        const result = await renewRecoveryCodes(tx, secret)
        return {
          result,
          action: { action: 'user.recoveryCodes', objectKind: 'user', object: user.username },
        }
      })
    },
  }
}
