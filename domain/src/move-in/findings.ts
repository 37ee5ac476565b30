import type { Coded } from '#contract/coded.ts'
import { coded } from '#domain/refusal.ts'
import type { Finding } from './arrival.ts'

/** A database with one fault in every row must not make a plan that nobody can read. */
const mostOfOneKind = 100

/** Collects the lines of a plan; of the same sentence only the first hundred are listed, the rest counted. */
export class Findings {
  readonly #list: Finding[] = []
  readonly #seen = new Map<string, { kind: Finding['kind']; count: number }>()

  add(kind: Finding['kind'], subject: string, said: Coded): void {
    const key = `${kind} ${said.code}`
    const seen = this.#seen.get(key) ?? { kind, count: 0 }
    this.#seen.set(key, seen)
    seen.count++
    if (seen.count <= mostOfOneKind) this.#list.push({ kind, subject, said })
  }

  all(): Finding[] {
    const more = [...this.#seen].flatMap(([key, { kind, count }]): Finding[] => {
      if (count <= mostOfOneKind) return []
      const example = this.#list.findLast(({ said }) => key === `${kind} ${said.code}`)
      const said = coded('movein.more', { count: count - mostOfOneKind, like: example?.said ?? '' })
      return [{ kind, subject: '', said }]
    })
    return [...this.#list, ...more]
  }
}
