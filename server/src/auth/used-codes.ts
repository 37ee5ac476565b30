import type { Tx } from '../platform/db/open.ts'
import { fingerprint } from './random.ts'
import { stepAt, totpKey, totpStep } from './totp.ts'

/**
 * Takes a two-factor code, for whatever purpose: one that was taken before, or that is older than one that was, is
 * refused. It stands in the transaction of what the code is for, so that it survives a restart and counts for everybody
 * on the same database.
 */
export async function takeCode(
  tx: Tx,
  secret: string,
  code: string,
  now: number,
): Promise<'taken' | 'wrong' | 'used'> {
  const step = totpStep(secret, code, now)
  if (step === null) return 'wrong'
  // By the key and not by its spelling: capitals and spaces do not make another secret.
  const mark = fingerprint(totpKey(secret)?.hex ?? '')
  const last = await tx.selectFrom('used_codes').select('step').where('secret', '=', mark).executeTakeFirst()
  if (last && last.step >= step) return 'used'
  await tx
    .deleteFrom('used_codes')
    .where('step', '<', stepAt(now) - 2)
    .execute() // nothing that old fits any more
  await tx.deleteFrom('used_codes').where('secret', '=', mark).execute()
  await tx.insertInto('used_codes').values({ secret: mark, step }).execute()
  return 'taken'
}
