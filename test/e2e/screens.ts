import type { Browser, Page } from 'playwright-core'
import { expect } from 'vitest'
import type { Health } from '#contract/health-api.ts'
import { openBrowser } from './browser-panel.ts'
import { createVisitors, describeFailure } from './browser-visit.ts'
import type { CorePanel } from './core/core-panel.ts'

/** Where a failure shows, and with which words. */
export interface Shown {
  /** The id of the finding. */
  id: string
  says: RegExp
  /** The inbound that is affected, if it is one. */
  inbound?: number | undefined
  /** A client that has no other inbound. */
  client?: string | undefined
}

/** The app of a panel as its operator sees it. */
export interface Screens {
  /** The same words on Home, in the list of inbounds and on the page of the client. */
  expectShown(shown: Shown): Promise<void>
  /** What the page of a client says first. */
  expectReason(email: string, says: RegExp): Promise<void>
}

const soon = { timeout: 1_000 }

/** Names in a sentence are isolated by marks that nobody sees. */
const plain = (text: string | null): string => (text ?? '').replace(/[\u2066-\u2069]/g, '')

export async function openScreens(
  panel: CorePanel,
  ends: { push(end: () => Promise<unknown>): unknown },
): Promise<Screens> {
  const browser: Browser = await openBrowser()
  ends.push(() => browser.close())
  await panel.call('/panel/api/setup/done', {})
  const url = `${panel.program.url}/`
  const visitor = await createVisitors(browser)(
    { url, origin: panel.program.url, folder: '', subscriptions: '', said: '', stop: async () => {} },
    { viewport: { width: 1280, height: 1400 }, ignoreHTTPSErrors: true },
    { path: 'panel/', cookie: panel.visitor.cookie },
  )
  const { page } = visitor

  async function look(path: string, find: (on: Page) => Promise<string | null>, says: RegExp): Promise<void> {
    await page.goto(url + path)
    const found = async () => plain(await find(page).catch(() => ''))
    await expect
      .poll(found, { message: path })
      .toMatch(says)
      .catch(async (error: unknown) => {
        await describeFailure(visitor)
        throw error
      })
  }
  const expectReason = (email: string, says: RegExp) =>
    look(`panel/clients?c=${email}`, (on) => on.locator('[data-reason]').first().innerText(soon), says)

  return {
    expectReason,
    async expectShown({ id, says, inbound, client }) {
      await look('panel/', (on) => on.locator(`[data-need="${id}"]`).innerText(soon), says)
      // A row names the worst finding of its inbound, in the title of its dot or word.
      const row = (on: Page) => on.getByRole('row').filter({ has: on.locator(`[data-open="${inbound}"]`) })
      if (inbound !== undefined) await look('panel/inbounds', (on) => row(on).innerHTML(soon), says)
      if (client !== undefined) await expectReason(client, says)
      // Home lists eight: the next failure must find its place.
      await panel.call<Health>('/panel/api/health/mute', { id, reason: 'seen by the test' })
    },
  }
}
