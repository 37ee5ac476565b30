import fc from 'fast-check'

/** What can happen to a panel that counts two cores. */
export const step = fc.oneof(
  {
    weight: 6,
    arbitrary: fc.record({
      do: fc.constant('move' as const),
      core: fc.nat(1),
      name: fc.nat(9),
      bytes: fc.integer({ min: 1, max: 60 }),
    }),
  },
  { weight: 4, arbitrary: fc.record({ do: fc.constant('tick' as const) }) },
  { weight: 2, arbitrary: fc.record({ do: fc.constant('rename' as const), who: fc.nat(2), to: fc.nat(4) }) },
  fc.record({
    do: fc.constantFrom('restart' as const, 'crash' as const, 'silent tick' as const, 'unseen' as const),
    core: fc.nat(1),
  }),
  fc.record({ do: fc.constantFrom('see again' as const, 'failing tick' as const) }),
)
export type Step = typeof step extends fc.Arbitrary<infer S> ? S : never

interface Core {
  /** Names that its process has counted under, or may. */
  names: Set<string>
  /** Moved and not read yet, by name. */
  unread: Map<string, number>
  isSeen: boolean
  /** Something of this process is stored: a panel that finds it again goes on from there. */
  isStored: boolean
}

/** Which bytes are whose, in a few lines: read bytes belong to whoever bears the name, or bore it last. */
export function createModel(emails: readonly string[]) {
  const now = [...emails]
  const used = emails.map(() => 0)
  const owner = new Map(emails.map((email, i) => [email, i]))
  const newCore = (): Core => ({ names: new Set(now), unread: new Map(), isSeen: true, isStored: false })
  const cores = [newCore(), newCore()]

  function read(i: number) {
    const core = cores[i]
    if (!core?.isSeen || core.unread.size === 0) return
    for (const [name, bytes] of core.unread) {
      const whose = owner.get(name) ?? 0
      used[whose] = (used[whose] ?? 0) + bytes
    }
    core.unread.clear()
    core.isStored = true
  }

  return {
    cores,
    now,
    used,
    read,
    readAll: () => cores.forEach((_, i) => void read(i)),
    restart(i: number) {
      cores[i] = newCore()
    },
    move(core: Core, name: string, bytes: number) {
      core.unread.set(name, (core.unread.get(name) ?? 0) + bytes)
    },
    rename(who: number, to: string) {
      now[who] = to
      owner.set(to, who)
      for (const core of cores) core.names.add(to)
    },
  }
}
