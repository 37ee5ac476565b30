import { is2022 } from '#domain/clients/credentials.ts'
import type { CoreApi } from './client.ts'
import { CoreError, type CoreErrorKind } from './errors.ts'
import type { UserEntry, UserHome } from './users.ts'

export type UserOperation =
  | { op: 'addUser'; home: UserHome; entry: UserEntry }
  | { op: 'removeUser'; tag: string; email: string }

/** Ignores one kind of error: already removed, or already present. */
export async function unless(kind: CoreErrorKind, work: () => Promise<void>): Promise<boolean> {
  try {
    await work()
    return true
  } catch (error) {
    if (error instanceof CoreError && error.kind === kind) return false
    throw error
  }
}

const usersAtOnce = 32

const acceptTwice: ReadonlySet<string> = new Set(['shadowsocks', 'hysteria', 'hysteria2'])

/** Here the core accepts the same email twice, and both credentials then work: removal comes first. */
export const takesTwice = ({ protocol, method }: UserHome): boolean =>
  acceptTwice.has(protocol) && !is2022(method)

const subject = (o: UserOperation): string =>
  o.op === 'addUser' ? `${o.home.tag} ${o.entry.email.toLowerCase()}` : `${o.tag} ${o.email.toLowerCase()}`

/** Consecutive operations from `first` on that are of one kind and concern different users. */
function sideBySide(operations: readonly UserOperation[], first: number): UserOperation[] {
  const seen = new Set<string>()
  const found: UserOperation[] = []
  for (let i = first; i < operations.length; i++) {
    const operation = operations[i] as UserOperation
    if (operation.op !== operations[first]?.op || seen.has(subject(operation))) break
    seen.add(subject(operation))
    found.push(operation)
  }
  return found
}

/** Runs user operations in parallel, with bounded concurrency. Operations are idempotent. */
export function createUserExecutor(api: Pick<CoreApi, 'addUser' | 'removeUser'>) {
  async function addUser(home: UserHome, entry: UserEntry) {
    if (takesTwice(home)) await unless('missing', () => api.removeUser(home.tag, entry.email))
    if (await unless('exists', () => api.addUser(home, entry))) return
    await unless('missing', () => api.removeUser(home.tag, entry.email))
    await api.addUser(home, entry)
  }

  async function one(operation: UserOperation): Promise<void> {
    if (operation.op === 'addUser') return addUser(operation.home, operation.entry)
    await unless('missing', () => api.removeUser(operation.tag, operation.email))
  }

  /** Returns the first refusal. Stops when the core is unavailable. */
  async function all(operations: readonly UserOperation[]): Promise<CoreError | undefined> {
    let refused: CoreError | undefined
    let next = 0
    let isSilent = false
    async function goOn(): Promise<void> {
      for (let i = next++; i < operations.length && !isSilent; i = next++) {
        try {
          await one(operations[i] as UserOperation)
        } catch (error) {
          isSilent = !(error instanceof CoreError) || error.kind === 'unavailable'
          if (isSilent) throw error
          refused ??= error as CoreError // checked above
        }
      }
    }
    const ways = Array.from({ length: Math.min(usersAtOnce, operations.length) }, goOn)
    for (const way of await Promise.allSettled(ways)) if (way.status === 'rejected') throw way.reason
    return refused
  }

  /** A refused operation does not stop the others; it is thrown at the end. */
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

export type ExecuteUsers = ReturnType<typeof createUserExecutor>
