import { is2022 } from '#domain/clients/shadowsocks-key.ts'
import type { UserEntry, UserHome } from './accounts.ts'
import type { CoreApi } from './client.ts'
import type { Converter } from './convert.ts'
import { CoreError, type CoreErrorKind } from './errors.ts'

type Section = Record<string, unknown>

/** What can be done to a running core without anybody noticing who is not concerned. */
export type LiveOperation =
  | { op: 'addUser'; home: UserHome; entry: UserEntry }
  | { op: 'removeUser'; tag: string; email: string }
  | { op: 'addInbound'; section: Section }
  | { op: 'removeInbound'; tag: string }
  | { op: 'addOutbound'; section: Section }
  | { op: 'removeOutbound'; tag: string }
  /** The whole new generation; the rules carry fresh tags of ours. */
  | { op: 'replaceRules'; routing: Section & { rules: readonly Section[] } }

const usersAtOnce = 32

/** These take the same email twice, and both credentials let in: a removal always comes first (facts/core.md 2.4). */
const takesTwice: ReadonlySet<string> = new Set(['shadowsocks', 'hysteria', 'hysteria2'])

/** Carries out operations in order; running the same list again ends in the same state. */
export function createExecutor(api: CoreApi, converter: Converter) {
  /** Tolerates one kind of answer: what was to be gone is gone, what was to be there is there. */
  async function unless(kind: CoreErrorKind, work: () => Promise<void>): Promise<boolean> {
    try {
      await work()
      return true
    } catch (error) {
      if (error instanceof CoreError && error.kind === kind) return false
      throw error
    }
  }

  async function addUser(home: UserHome, entry: UserEntry) {
    const twice = takesTwice.has(home.protocol) && !is2022(home.method)
    if (twice) await unless('missing', () => api.removeUser(home.tag, entry.email))
    if (await unless('exists', () => api.addUser(home, entry))) return
    await unless('missing', () => api.removeUser(home.tag, entry.email))
    await api.addUser(home, entry)
  }

  async function addHandler(
    section: Section,
    bytes: Promise<Uint8Array>,
    add: (b: Uint8Array) => Promise<void>,
    remove: (tag: string) => Promise<void>,
  ) {
    const handler = await bytes
    if (await unless('exists', () => add(handler))) return
    await unless('missing', () => remove(String(section.tag)))
    await add(handler)
  }

  /**
   * Never by replacing: the router would empty its list and let connections past while it rebuilds it
   * (facts/cutting.md). The new generation is appended, then the old one removed, first rule first.
   */
  async function replaceRules(routing: Section & { rules: readonly Section[] }) {
    const old = await api.listRules()
    const fresh = new Set(routing.rules.map((r) => String(r.ruleTag)))
    if (old.some((r) => fresh.has(r.ruleTag)))
      throw new CoreError('refused', 'a rule of the new generation bears a tag that is in use')
    if (routing.rules.length > 0) await api.appendRules(await converter.routing(routing))
    for (const { ruleTag } of old) if (ruleTag !== '') await unless('missing', () => api.removeRule(ruleTag))
  }

  async function one(operation: LiveOperation): Promise<void> {
    switch (operation.op) {
      case 'addUser':
        return addUser(operation.home, operation.entry)
      case 'removeUser':
        return void (await unless('missing', () => api.removeUser(operation.tag, operation.email)))
      case 'addInbound':
        return addHandler(
          operation.section,
          converter.inbound(operation.section),
          api.addInbound,
          api.removeInbound,
        )
      case 'removeInbound':
        return void (await unless('missing', () => api.removeInbound(operation.tag)))
      case 'addOutbound':
        return addHandler(
          operation.section,
          converter.outbound(operation.section),
          api.addOutbound,
          api.removeOutbound,
        )
      case 'removeOutbound':
        return void (await unless('missing', () => api.removeOutbound(operation.tag)))
      case 'replaceRules':
        return replaceRules(operation.routing)
    }
  }

  const isUser = (o: LiveOperation) => o.op === 'addUser' || o.op === 'removeUser'
  const subject = (o: LiveOperation) =>
    o.op === 'addUser'
      ? `${o.home.tag} ${o.entry.email.toLowerCase()}`
      : o.op === 'removeUser'
        ? `${o.tag} ${o.email.toLowerCase()}`
        : ''

  /** From `first` on, how many steps of one kind may go side by side: no two of them concern the same user. */
  function sideBySide(operations: readonly LiveOperation[], first: number): number {
    const start = operations[first] as LiveOperation // first is in range
    if (!isUser(start)) return 1
    const seen = new Set<string>()
    let count = 0
    for (const operation of operations.slice(first)) {
      if (operation.op !== start.op || seen.has(subject(operation))) break
      seen.add(subject(operation))
      count++
    }
    return count
  }

  /**
   * Users go side by side, the next as soon as one is done. One that is refused does not hold up the others; it is told
   * at the end. A core that does not answer is not asked further.
   */
  async function users(operations: readonly LiveOperation[]): Promise<unknown> {
    let refused: unknown
    let next = 0
    let silent = false
    async function goOn(): Promise<void> {
      for (let i = next++; i < operations.length && !silent; i = next++) {
        try {
          await one(operations[i] as LiveOperation) // i is in range
        } catch (error) {
          if (!(error instanceof CoreError) || error.kind === 'unavailable') {
            silent = true
            throw error
          }
          refused ??= error
        }
      }
    }
    const ways = Array.from({ length: Math.min(usersAtOnce, operations.length) }, goOn)
    for (const way of await Promise.allSettled(ways)) if (way.status === 'rejected') throw way.reason
    return refused
  }

  return async function execute(operations: readonly LiveOperation[]): Promise<void> {
    let refused: unknown
    for (let i = 0; i < operations.length; ) {
      const count = sideBySide(operations, i)
      const part = operations.slice(i, i + count)
      if (part.every(isUser)) refused ??= await users(part)
      else for (const operation of part) await one(operation)
      i += count
    }
    if (refused) throw refused
  }
}

export type Execute = ReturnType<typeof createExecutor>
