import type { CopyProgress } from '../store/copy/report.ts'

const stages = { copy: 'Copying', compare: 'Comparing' } as const

/** Lines for a log every five seconds; at a terminal one line that is written over four times a second. */
const everyMs = { log: 5_000, terminal: 250 }

const number = (n: number) => Math.round(n).toLocaleString('en')

function timeLeft(seconds: number): string {
  if (!Number.isFinite(seconds)) return 'unknown'
  return seconds < 90 ? `${Math.ceil(seconds)} s` : `${Math.ceil(seconds / 60)} min`
}

/** Shows how far a copy is, with its rate and the time left. */
export function createMeter(tell: (text: string) => void, isTerminal: boolean, clock: () => number) {
  const began = clock()
  let last = began
  let ended: number | undefined
  let widest = 0

  const lineOf = ({ stage, table, done, total }: CopyProgress): string => {
    const rate = done / Math.max((clock() - began) / 1_000, 0.001)
    const share = total === 0 ? 100 : Math.floor((done / total) * 100)
    return `${stages[stage]} ${table}: ${share} %, ${number(rate)} rows/s, ${timeLeft((total - done) / rate)} left`
  }

  return {
    show(progress: CopyProgress): void {
      if (clock() - last < (isTerminal ? everyMs.terminal : everyMs.log)) return
      last = clock()
      const line = lineOf(progress)
      widest = Math.max(widest, line.length)
      tell(isTerminal ? `\r${line.padEnd(widest)}` : `${line}\n`)
    },
    /** Also when the copy fails: the sentence about it begins on a line of its own. */
    end(): void {
      ended = clock()
      if (widest > 0 && isTerminal) tell(`\r${' '.repeat(widest)}\r`)
    },
    seconds: (): number => ((ended ?? clock()) - began) / 1_000,
  }
}
