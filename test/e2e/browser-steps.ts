import type { Locator } from 'playwright-core'

/** Counts steps: a click is 1, a typed field is 1, a confirmation is 1; keys that only navigate are 0. */
export function createSteps() {
  let count = 0
  return {
    async click(target: Locator, modifiers: 'Shift'[] = []) {
      count += 1
      await target.click({ modifiers })
    },
    async type(target: Locator, text: string) {
      count += 1
      await target.fill(text)
    },
    /** An option of a list. */
    async choose(target: Locator, value: string) {
      count += 1
      await target.selectOption(value)
    },
    /** Enter where a button could have been clicked. */
    async enter(target: Locator) {
      count += 1
      await target.press('Enter')
    },
    /** Prints the line of the table and returns the number. */
    done(job: string, ideal: number, incumbent: number | 'cannot' | 'not counted'): number {
      const other = incumbent === 'cannot' ? 'cannot do it' : incumbent
      console.log(`steps: ${job}: ${count} (ideal ${ideal}, the incumbent ${other})`)
      return count
    },
  }
}
