import type { Client } from 'acme-client'
import type { AcmeConfig } from '../platform/config.ts'
import type { Base } from '../settings/base-services.ts'
import { type Acme, AuthorityRefused } from './acme-client.ts'

type Deps = Pick<Base, 'commit' | 'db' | 'now'> & { acme: AcmeConfig }

/** The account at an authority: one key per directory, shared by all instances and never shown. */
export function createAccounts({ db, commit, now, acme: config }: Deps) {
  const read = (directory: string) =>
    db.read.selectFrom('acme_accounts').selectAll().where('directory', '=', directory).executeTakeFirst()

  async function keyFor(acme: Acme, directory: string) {
    const known = await read(directory)
    if (known) return known
    const key = (await acme.crypto.createPrivateEcdsaKey()).toString()
    await commit.upkeep((tx) =>
      tx
        .insertInto('acme_accounts')
        .values({ directory, private_key: key, created_at: now() })
        .onConflict((c) => c.column('directory').doNothing()) // another instance was faster
        .execute(),
    )
    return (await read(directory)) ?? { private_key: key, url: '' }
  }

  async function register(client: Client, directory: string): Promise<void> {
    await client.createAccount({ termsOfServiceAgreed: true })
    const url = client.getAccountUrl()
    const terms = String((await client.getTermsOfServiceUrl().catch(() => '')) ?? '').slice(0, 500)
    await commit.upkeep((tx) =>
      tx.updateTable('acme_accounts').set({ url, terms }).where('directory', '=', directory).execute(),
    )
  }

  return {
    /** A client with an account that the authority knows. Runs inside `withAcme`. */
    async client(acme: Acme, directory = config.directory): Promise<Client> {
      const { private_key: accountKey, url } = await keyFor(acme, directory)
      const make = (accountUrl: string) =>
        new acme.Client({ directoryUrl: directory, accountKey, ...(accountUrl && { accountUrl }) })
      const client = make(url)
      try {
        if (url !== '') await client.updateAccount({})
        else await register(client, directory)
        return client
      } catch (error) {
        const isGone = error instanceof AuthorityRefused && error.problem.type === 'accountDoesNotExist'
        if (url === '' || !isGone) throw error
        const again = make('') // the authority forgot it, as a test authority does
        await register(again, directory)
        return again
      }
    },
    terms: async (): Promise<string> => (await read(config.directory))?.terms ?? '',
  }
}

export type Accounts = ReturnType<typeof createAccounts>
