import { randomBytes } from 'node:crypto'
import { hash, verify } from '@node-rs/argon2'
import { Refusal } from '#domain/refusal.ts'

/** argon2id with the library's defaults (19 MiB, 2 passes), on its own thread. */
export const hashPassword = (password: string): Promise<string> => hash(password)

/** A hash that came with another panel's database. A cost above 14 would take seconds, and no panel uses it. */
const bcryptPattern = /^\$2[abxy]\$(0[4-9]|1[0-4])\$[./A-Za-z0-9]{53}$/
export const isBcrypt = (stored: string): boolean => bcryptPattern.test(stored)

/** Loaded when the first such user logs in. */
const bcrypt = () => import('@node-rs/bcrypt')

const atOnce = 2
const mostWaiting = 200

/** Each check takes memory and a CPU core, so a flood of logins is queued. */
export function createPasswordCheck() {
  let running = 0
  const waiting: (() => void)[] = []
  let decoy: Promise<string> | undefined

  async function turn<T>(work: () => Promise<T>): Promise<T> {
    if (running >= atOnce) {
      if (waiting.length >= mostWaiting) throw new Refusal('login.busy')
      await new Promise<void>((resolve) => waiting.push(resolve))
    } else running++
    try {
      return await work()
    } finally {
      const next = waiting.shift()
      if (next) next()
      else running--
    }
  }

  const verifyBcrypt = async (stored: string, password: string): Promise<boolean> =>
    (await bcrypt()).verify(password, stored).catch(() => false)

  /**
   * An unknown user takes as long as a known one. `foreign` is a bcrypt hash of any user: as long as there is one, every
   * check computes both kinds, whoever logs in.
   */
  return (stored: string | undefined, password: string, foreign?: string): Promise<boolean> =>
    turn(async () => {
      decoy ??= hashPassword(randomBytes(16).toString('hex'))
      const imported = stored !== undefined && isBcrypt(stored)
      const either = imported ? stored : foreign
      const byBcrypt = either !== undefined && (await verifyBcrypt(either, password))
      const byArgon2 = await verify(stored === undefined || imported ? await decoy : stored, password).catch(
        () => false,
      )
      return stored !== undefined && (imported ? byBcrypt : byArgon2)
    })
}

export type PasswordCheck = ReturnType<typeof createPasswordCheck>

/** Passwords that are kept elsewhere, where the operator allows it. The room `directory` is one. */
export interface PasswordDirectory {
  passwordFits(username: string, password: string): Promise<boolean>
}

export function createDirectoryCheck() {
  let used: PasswordDirectory | undefined
  return {
    use: (directory: PasswordDirectory): void => {
      used = directory
    },
    accepts: async (username: string, password: string): Promise<boolean> =>
      (await used?.passwordFits(username, password)) ?? false,
  }
}

export type DirectoryCheck = ReturnType<typeof createDirectoryCheck>
