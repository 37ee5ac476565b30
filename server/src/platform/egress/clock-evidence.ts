import type { Hop } from './hop.ts'

interface Answer {
  offsetMs: number
  at: number
}

const mostHosts = 7
const usefulMs = 24 * 3_600_000

/**
 * What the Date headers of the servers that the panel calls anyway say about the clock of this machine. The middle of
 * several hosts: one of them may be wrong, or lie.
 */
export function createClockEvidence(now: () => number) {
  const hosts = new Map<string, Answer>()
  return {
    answered({ target, headers }: Pick<Hop, 'target' | 'headers'>): void {
      const theirs = Date.parse(headers.get('date') ?? '')
      if (Number.isNaN(theirs)) return
      hosts.delete(target.hostname)
      hosts.set(target.hostname, { offsetMs: now() - theirs, at: now() })
      const [oldest] = hosts.keys()
      if (hosts.size > mostHosts && oldest !== undefined) hosts.delete(oldest)
    },
    /** This machine minus the others, and one of them; undefined if nobody was called lately. */
    offset(): { offsetMs: number; against: string } | undefined {
      const useful = [...hosts].filter(([, { at }]) => now() - at < usefulMs)
      const sorted = useful.toSorted(([, a], [, b]) => a.offsetMs - b.offsetMs)
      const middle = sorted[Math.floor((sorted.length - 1) / 2)]
      return middle && { offsetMs: middle[1].offsetMs, against: middle[0] }
    },
  }
}

export type ClockEvidence = ReturnType<typeof createClockEvidence>
