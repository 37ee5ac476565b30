import type { Page } from 'playwright-core'
import { freePort } from '#test/free-port.ts'
import { admin, type BuiltPanel, openBrowser, scriptSession, startBuiltPanel } from './browser-panel.ts'
import { fillLogin, type Visit, visit } from './browser-visit.ts'

/** Asked of the system: the panel refuses a port that another program holds. */

/** The input of one field of the form, by its path. */
export const field = (page: Page, at: string) => page.locator(`[data-field="${at}"]`)
export const json = (page: Page) => page.locator('[data-json]')
export const written = async (page: Page): Promise<Record<string, unknown>> =>
  JSON.parse(await json(page).inputValue())

/** A browser, a panel without a core, and a script that fills it. */
export async function openStage() {
  const browser = await openBrowser()
  const panel = await startBuiltPanel()
  const send = await scriptSession(panel)
  const open: Visit[] = []

  async function done(path: string, body: unknown = {}): Promise<unknown> {
    const reply = await send(path, body)
    if (!reply.success) throw new Error(`${path}: ${reply.msg}`)
    return reply.obj
  }
  return {
    panel,
    done,
    async come(path: string, options = {}, at: BuiltPanel = panel): Promise<Visit> {
      const visitor = await visit(browser, at, { reducedMotion: 'reduce', ...options })
      open.push(visitor)
      await fillLogin(visitor.page, admin)
      await visitor.page.locator('[data-state=live]').waitFor()
      await visitor.page.goto(at.url + path)
      await visitor.page.locator('h1').waitFor()
      return visitor
    },
    async add(remark: string, more: object = {}): Promise<number> {
      const inbound = await done('panel/api/inbounds/add', {
        remark,
        enable: true,
        port: await freePort(),
        protocol: 'vless',
        settings: { decryption: 'none' },
        streamSettings: { network: 'ws', security: 'none', wsSettings: { path: '/one' } },
        ...more,
      })
      return (inbound as { id: number }).id // the contract's Inbound
    },
    async leave(): Promise<void> {
      for (const { close } of open.splice(0)) await close()
    },
    async close(): Promise<void> {
      await browser.close()
      await panel.stop()
    },
  }
}

export type Stage = Awaited<ReturnType<typeof openStage>>
