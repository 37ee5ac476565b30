import { randomBytes } from 'node:crypto'
import { hash, verify } from '@node-rs/argon2'
import { Refusal } from '#domain/refusal.ts'

/** argon2id with the library's defaults (19 MiB, 2 passes), on its own thread. */
export const hashPassword = (password: string): Promise<string> => hash(password)

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

  /** An unknown user takes as long as a known one. */
  return (stored: string | undefined, password: string): Promise<boolean> =>
    turn(async () => {
      decoy ??= hashPassword(randomBytes(16).toString('hex'))
      const matches = await verify(stored ?? (await decoy), password).catch(() => false)
      return stored !== undefined && matches
    })
}

export type PasswordCheck = ReturnType<typeof createPasswordCheck>
