import { stampOf } from '../../platform/log-line.ts'
import { createRing } from '../process/ring.ts'

const ranks = { debug: 0, info: 1, notice: 2, warning: 3, error: 4 }
export type PanelLevel = keyof typeof ranks
const isLevel = (word: string): word is PanelLevel => Object.hasOwn(ranks, word)

/** The panel's last log lines for `logs/:count`, in memory and bounded. */
export function createPanelLog(now: () => number, size = 10_000) {
  const ring = createRing<{ at: number; level: PanelLevel; text: string }>(size)
  return {
    add: (level: PanelLevel, text: string) => ring.push({ at: now(), level, text: text.slice(0, 4096) }),
    /** At this level and above, newest first: `YYYY/MM/DD HH:MM:SS LEVEL - text`. */
    last(count: number, level = 'debug'): string[] {
      const word = level.toLowerCase()
      const least = isLevel(word) ? ranks[word] : 0
      const rows = ring.last().filter((row) => ranks[row.level] >= least)
      return rows
        .slice(Math.max(0, rows.length - Math.max(0, count)))
        .reverse()
        .map(({ at, level: said, text }) => `${stampOf(at)} ${said.toUpperCase()} - ${text}`)
    },
  }
}

export type PanelLog = ReturnType<typeof createPanelLog>
