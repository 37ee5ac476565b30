/** Ready choices beside a cron expression of one's own. */
export const readyCrons = { daily: '0 4 * * *', sixHours: '0 */6 * * *', weekly: '0 4 * * 0' } as const
export type ReadyCron = keyof typeof readyCrons
export type CronChoice = ReadyCron | 'custom'
const ready = Object.keys(readyCrons) as ReadyCron[] // exactly the keys above

/** The choice that an expression stands for, however it is spaced. */
export function choiceOf(cron: string): CronChoice {
  const plain = cron.trim().replace(/\s+/g, ' ')
  if (plain === '0 4 * * 7') return 'weekly' // Sunday has two numbers
  return ready.find((name) => readyCrons[name] === plain) ?? 'custom'
}
