import { heldBack } from '#domain/certificates/renewal.ts'
import type { Base } from '../settings/base-services.ts'
import { allRows, attemptsSince, type CertificateRow, namesIn } from './store.ts'
import { job, type Work } from './work.ts'

interface Deps extends Pick<Base, 'commit' | 'db' | 'log' | 'now'> {
  work: Work
}

/** Everything that is due, one after the other. */
export function createRenewing({ db, commit, now, work, log }: Deps) {
  /** Somebody may have been faster: the others are due all the same. */
  async function renew({ id, names }: CertificateRow): Promise<void> {
    try {
      await (await work.begin(id, job)).done
    } catch (error) {
      log.warn({ err: error, names }, 'failed to begin a renewal')
    }
  }

  return async function renewDue(): Promise<void> {
    const due = (await allRows(db.read)).filter(
      (row) => row.renew_at > 0 && row.renew_at <= now() && row.busy_until <= now() && row.revoked_at === 0,
    )
    for (const row of due) {
      if (work.signal.aborted) return
      const held = heldBack(await attemptsSince(db.read, now()), namesIn(row), now())
      if (held)
        await commit.upkeep((tx) =>
          tx.updateTable('certificates').set({ renew_at: held.until }).where('id', '=', row.id).execute(),
        )
      else await renew(row)
    }
  }
}
