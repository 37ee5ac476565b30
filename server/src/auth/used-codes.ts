import type { Tx } from '../store/open.ts'
import { isRecoveryCode, secretMark, takeRecoveryCode } from './recovery-codes.ts'
import { stepAt, totpStep } from './totp.ts'

export type Taken = 'taken' | 'recovered' | 'wrong' | 'used'

export const isTaken = (taken: Taken): taken is 'taken' | 'recovered' =>
  taken === 'taken' || taken === 'recovered'

/**
 * Uses up a two-factor code, for any purpose. A code that was already used, or is older than one that was, is refused.
 * A recovery code counts as well as the app's.
 * Runs in the transaction of the action that needs the code, so it survives a restart and applies to all processes on
 * the database.
 */
export async function takeCode(tx: Tx, secret: string, code: string, now: number): Promise<Taken> {
  if (isRecoveryCode(code)) return (await takeRecoveryCode(tx, secret, code)) ? 'recovered' : 'wrong'
  const step = totpStep(secret, code, now)
  if (step === null) return 'wrong'
  const mark = secretMark(secret)
  const last = await tx.selectFrom('used_codes').select('step').where('secret', '=', mark).executeTakeFirst()
  if (last && last.step >= step) return 'used'
  await tx
    .deleteFrom('used_codes')
    .where('step', '<', stepAt(now) - 2)
    .execute() // too old to be valid
  await tx.deleteFrom('used_codes').where('secret', '=', mark).execute()
  await tx.insertInto('used_codes').values({ secret: mark, step }).execute()
  return 'taken'
}
