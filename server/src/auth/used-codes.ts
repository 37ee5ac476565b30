import type { Tx } from '../platform/db/open.ts'
import { fingerprint } from './random.ts'
import { stepAt, totpKey, totpStep } from './totp.ts'

/**
 * Uses up a two-factor code, for any purpose. A code that was already used, or is older than one that was, is refused.
 * Runs in the transaction of the action that needs the code, so it survives a restart and applies to all processes on
 * the database.
 */
export async function takeCode(
  tx: Tx,
  secret: string,
  code: string,
  now: number,
): Promise<'taken' | 'wrong' | 'used'> {
  const step = totpStep(secret, code, now)
  if (step === null) return 'wrong'
  // Identified by the decoded key: case and spaces do not make another secret.
  const mark = fingerprint(totpKey(secret)?.hex ?? '')
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
