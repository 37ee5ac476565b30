import { is2022 } from '#domain/clients/shadowsocks-key.ts'
import type { UserEntry, UserHome } from './accounts.ts'
import type { CoreApi } from './client.ts'
import { CoreError } from './errors.ts'
import { unless } from './unless.ts'

export type UserOperation =
  | { op: 'addUser'; home: UserHome; entry: UserEntry }
  | { op: 'removeUser'; tag: string; email: string }

const usersAtOnce = 32

/** These take the same email twice, and both credentials let in: a removal always comes first. */
const takesTwice: ReadonlySet<string> = new Set(['shadowsocks', 'hysteria', 'hysteria2'])

const subject = (o: UserOperation): string =>
  o.op === 'addUser' ? `${o.home.tag} ${o.entry.email.toLowerCase()}` : `${o.tag} ${o.email.toLowerCase()}`

/** From `first` on, steps of one kind of which no two concern the same user. */
function sideBySide(operations: readonly UserOperation[], first: number): UserOperation[] {
  const seen = new Set<string>()
  const found: UserOperation[] = []
  for (let i = first; i < operations.length; i++) {
    const operation = operations[i] as UserOperation // i is in range
    if (operation.op !== operations[first]?.op || seen.has(subject(operation))) break
    seen.add(subject(operation))
    found.push(operation)
  }
  return found
}

/** Users go side by side, the next as soon as one is done; running the same list again ends in the same state. */
export function createUserExecutor(api: Pick<CoreApi, 'addUser' | 'removeUser'>) {
  async function addUser(home: UserHome, entry: UserEntry) {
    const twice = takesTwice.has(home.protocol) && !is2022(home.method)
    if (twice) await unless('missing', () => api.removeUser(home.tag, entry.email))
    if (await unless('exists', () => api.addUser(home, entry))) return
    await unless('missing', () => api.removeUser(home.tag, entry.email))
    await api.addUser(home, entry)
  }

  async function one(operation: UserOperation): Promise<void> {
    if (operation.op === 'addUser') return addUser(operation.home, operation.entry)
    await unless('missing', () => api.removeUser(operation.tag, operation.email))
  }

  /** Gives what was refused. A core that does not answer is not asked further. */
  async function all(operations: readonly UserOperation[]): Promise<CoreError | undefined> {
    let refused: CoreError | undefined
    let next = 0
    let isSilent = false
    async function goOn(): Promise<void> {
      for (let i = next++; i < operations.length && !isSilent; i = next++) {
        try {
          await one(operations[i] as UserOperation) // i is in range
        } catch (error) {
          isSilent = !(error instanceof CoreError) || error.kind === 'unavailable'
          if (isSilent) throw error
          refused ??= error as CoreError // it was just looked at
        }
      }
    }
    const ways = Array.from({ length: Math.min(usersAtOnce, operations.length) }, goOn)
    for (const way of await Promise.allSettled(ways)) if (way.status === 'rejected') throw way.reason
    return refused
  }

  /** One that is refused does not hold up the others; it is told at the end. */
  return async function executeUsers(operations: readonly UserOperation[]): Promise<void> {
    let refused: CoreError | undefined
    for (let i = 0; i < operations.length; ) {
      const part = sideBySide(operations, i)
      refused = (await all(part)) ?? refused
      i += part.length
    }
    if (refused) throw refused
  }
}
