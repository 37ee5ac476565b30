import type { Page } from 'playwright-core'
import type { Finding, Health } from '#contract/health-api.ts'

/** What a check found. */
export const finding = (id: string, sentence: string, more: Partial<Finding> = {}): Finding => ({
  id,
  subject: { kind: 'server', id: '', name: '' },
  state: 'bad',
  sentence,
  sentenceCoded: { code: `test.${id}`, params: {} }, // nobody knows it, so the sentence is said as it is
  since: Date.now() - 60_000,
  checkedAt: Date.now(),
  seenBy: '',
  muted: null,
  ...more,
})

/** The panel's answer about its health: these findings, from checks that have all just looked. */
export async function stubFindings(page: Page, found: () => readonly Finding[]): Promise<void> {
  const countOf = (state: string) => found().filter((one) => one.state === state).length
  await page.route('**/panel/api/health{,/check}', (route) => {
    const findings = [...found()]
    const counts = { bad: countOf('bad'), warn: countOf('warn'), note: countOf('note'), muted: 0 }
    const obj: Health = {
      checkedAt: Date.now(),
      worst: findings[0]?.state ?? 'ok',
      counts,
      findings,
      passed: [],
    }
    return route.fulfill({ json: { success: true, msg: '', obj } })
  })
}
