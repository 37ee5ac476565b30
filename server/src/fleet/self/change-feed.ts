import { randomBytes } from 'node:crypto'

/** What changed on this panel, by name, with the number of the change. A central panel asks for changes after a number. */
export function createChangeFeed() {
  /** Each start of the panel begins a new epoch: readers of the old one read everything again. */
  const epoch = randomBytes(6).toString('hex')
  let seq = 1
  const changed = {
    /** In the order of their numbers. */
    clients: new Map<string, number>(),
    inbounds: new Map<number, number>(),
  }
  let configSeq = 1
  let aboutSeq = 1
  const waiting = new Set<() => void>()
  let ended = false

  function wake(): void {
    for (const go of [...waiting]) go()
  }

  function note<K>(into: Map<K, number>, names: Iterable<K>): boolean {
    let any = false
    for (const name of names) {
      any = true
      seq++
      into.delete(name)
      into.set(name, seq)
    }
    return any
  }

  /** The oldest first, so that what does not fit into an answer comes with the next one. */
  function after<K>(from: ReadonlyMap<K, number>, number: number): [K, number][] {
    const found: [K, number][] = []
    const backwards = [...from].reverse()
    for (const one of backwards) {
      if (one[1] <= number) break
      found.push(one)
    }
    return found.reverse()
  }

  return {
    epoch,
    seq: () => seq,
    clients(emails: Iterable<string>): void {
      if (note(changed.clients, emails)) wake()
    },
    inbounds(ids: Iterable<number>): void {
      if (note(changed.inbounds, ids)) wake()
    },
    /** An inbound, or a client on one, is another than before. */
    config(): void {
      configSeq = ++seq
      wake()
    },
    about(): void {
      aboutSeq = ++seq
      wake()
    },
    forget(email: string): void {
      changed.clients.delete(email)
    },
    /** The number that a caller has read up to; 0 if it read another epoch. */
    readUpTo(cursor: string): number {
      const [of = '', number = ''] = cursor.split('.')
      return of === epoch && /^\d{1,15}$/.test(number) ? Number(number) : 0
    },
    since: (number: number, most: number) => {
      const clients = after(changed.clients, number)
      const rest = clients.length > most
      const some = rest ? clients.slice(0, most) : clients
      return {
        clients: some.map(([email]) => email),
        /** Numbers up to here are answered. */
        upTo: rest ? (some.at(-1)?.[1] ?? number) : seq,
        more: rest,
        inbounds: after(changed.inbounds, number).map(([id]) => id),
        config: configSeq > number,
        about: aboutSeq > number,
      }
    },
    hasAfter: (number: number): boolean => seq > number,
    /** Until something changes, the time is over, or the caller left. */
    async wait(ms: number, gone: AbortSignal): Promise<void> {
      if (gone.aborted || ended) return
      await new Promise<void>((resolve) => {
        const end = () => {
          clearTimeout(timer)
          waiting.delete(end)
          gone.removeEventListener('abort', end)
          resolve()
        }
        const timer = setTimeout(end, ms)
        waiting.add(end)
        gone.addEventListener('abort', end, { once: true })
      })
    },
    /** Answers every waiting call: the panel stops. */
    end(): void {
      ended = true
      wake()
    },
  }
}

export type ChangeFeed = ReturnType<typeof createChangeFeed>
