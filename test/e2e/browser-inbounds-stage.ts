import type { Page } from 'playwright-core'
import { freePort } from '#test/free-port.ts'
import { browserStage } from './browser-stage.ts'

/** The input of one form field, by its path. */
export const field = (page: Page, at: string) => page.locator(`[data-field="${at}"]`)
export const json = (page: Page) => page.locator('[data-json]')
export const written = async (page: Page): Promise<Record<string, unknown>> =>
  JSON.parse(await json(page).inputValue())

/** The stage, with a function that adds inbounds. */
export function inboundsStage() {
  const stage = browserStage()
  return Object.assign(stage, {
    async add(remark: string, more: object = {}): Promise<number> {
      const inbound = await stage.done('panel/api/inbounds/add', {
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
  })
}
