import { setImmediate as turn } from 'node:timers/promises'
import { emailKey } from '#domain/clients/field-rules.ts'
import { clientOf } from '#domain/core-config/user-names.ts'
import { isHiddenUser } from '#domain/core-config/users.ts'
import type { ClientChange } from '../store/changes/change.ts'
import type { Db } from '../store/open.ts'
import { chunked, setsFor } from '../store/sets.ts'

const atOnce = 500

interface Named {
  email: string
  enable: boolean
  /** Its addresses inside WireGuard tunnels, separated by commas. */
  allowedIPs: string
}

/**
 * Maps the core's user names to clients' emails: letter case may differ, a device is a user of its own, and some users
 * are not clients.
 */
export function createNames(db: Pick<Db, 'engine' | 'read'>) {
  const { among } = setsFor(db.engine)
  /** By the client's part of the name. Undefined: not a client. */
  const known = new Map<string, Named | undefined>()

  async function resolve(names: readonly string[]): Promise<void> {
    for (const part of chunked(names, atOnce)) {
      const rows = await db.read
        .selectFrom('clients')
        .select(['email', 'email_key', 'enable', 'wg_allowed_ips'])
        .where(among('email_key', part.map(emailKey)))
        .execute()
      const byKey = new Map(
        rows.map(({ email_key, email, enable, wg_allowed_ips: allowedIPs }) => [
          email_key,
          { email, enable, allowedIPs },
        ]),
      )
      for (const name of part) known.set(name, byKey.get(emailKey(name)))
      if (part.length === atOnce) await turn()
    }
  }

  return {
    /** Resolves the names of one look; names not in it are dropped from the cache. */
    async of(names: readonly string[]): Promise<(name: string) => Named | undefined> {
      const wanted = new Set(names.filter((name) => !isHiddenUser(name)).map(clientOf))
      for (const name of known.keys()) if (!wanted.has(name)) known.delete(name)
      await resolve([...wanted].filter((name) => !known.has(name)))
      return (name) => known.get(clientOf(name))
    },
    forgetAll: (): void => known.clear(),
    forget(changes: readonly ClientChange[]): void {
      for (const { email, formerEmail } of changes)
        for (const name of [email, formerEmail ?? email]) {
          known.delete(name)
          known.delete(emailKey(name))
        }
    },
  }
}
