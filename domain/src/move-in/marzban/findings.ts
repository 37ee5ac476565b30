import type { Coded } from '#contract/coded.ts'
import type { Finding } from '../arrival.ts'
import { Findings as Lines } from '../findings.ts'

const mostNames = 5

/** One sentence for all of a kind; `count` and `names` are filled in. */
type Worded = (about: { count: number; names: string }) => Coded

/** What concerns many users alike is one line with their number and the first names: nobody reads three thousand lines. */
export function createFindings() {
  const lines = new Lines()
  const many = new Map<string, { kind: Finding['kind']; worded: Worded; count: number; names: string[] }>()

  return {
    add: (kind: Finding['kind'], subject: string, said: Coded) => lines.add(kind, subject, said),
    /** `key` tells apart lines of one kind. */
    count(kind: Finding['kind'], key: string, name: string, worded: Worded) {
      const known = many.get(key) ?? { kind, worded, count: 0, names: [] }
      known.count++
      if (known.names.length < mostNames) known.names.push(name)
      many.set(key, known)
    },
    all(): Finding[] {
      const counted = [...many.values()].map(({ kind, worded, count, names }): Finding => {
        const more = count > names.length ? [...names, '…'] : names
        return { kind, subject: '', said: worded({ count, names: more.join(', ') }) }
      })
      return [...lines.all(), ...counted]
    },
  }
}

export type Findings = ReturnType<typeof createFindings>
