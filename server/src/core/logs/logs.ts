import { createRing } from '../process/ring.ts'

const ranks = { debug: 0, info: 1, notice: 2, warning: 3, error: 4 }
export type PanelLevel = keyof typeof ranks
const isLevel = (word: string): word is PanelLevel => Object.hasOwn(ranks, word)

/** The panel's last log lines for `logs/:count`, in memory and bounded. */
export interface PanelLog {
  add(level: PanelLevel, text: string): void
  /** At this level and above, newest first: `YYYY/MM/DD HH:MM:SS LEVEL - text`. */
  last(count: number, level?: string): string[]
}

export function createPanelLog(now: () => number, size = 10_000): PanelLog {
  const ring = createRing<{ at: number; level: PanelLevel; text: string }>(size)
  return {
    add: (level, text) => ring.push({ at: now(), level, text: text.slice(0, 4096) }),
    last(count, level = 'debug') {
      const word = level.toLowerCase()
      const least = isLevel(word) ? ranks[word] : 0
      const rows = ring.last().filter((row) => ranks[row.level] >= least)
      return rows
        .slice(Math.max(0, rows.length - Math.max(0, count)))
        .reverse()
        .map(({ at, level: said, text }) => `${timeOf(at)} ${said.toUpperCase()} - ${text}`)
    },
  }
}

function timeOf(at: number): string {
  const date = new Date(at)
  const two = (n: number) => String(n).padStart(2, '0')
  const day = `${date.getFullYear()}/${two(date.getMonth() + 1)}/${two(date.getDate())}`
  return `${day} ${two(date.getHours())}:${two(date.getMinutes())}:${two(date.getSeconds())}`
}
