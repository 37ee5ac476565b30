import { randomInt } from 'node:crypto'
import type { Db, Tx } from '../store/open.ts'
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
