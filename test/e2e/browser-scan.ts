import jsQR from 'jsqr'
import type { Locator, Page } from 'playwright-core'
import { PNG } from 'pngjs'

/** What a phone's camera reads from the screen, including the quiet zone. */
export async function scanned(within: Page | Locator): Promise<string | undefined> {
  const code = within.getByRole('img', { name: /QR/ })
  await code.waitFor()
  const { data, width, height } = PNG.sync.read(await code.screenshot({ animations: 'disabled' }))
  // The package is CommonJS: what is callable depends on the loader.
  const read = (typeof jsQR === 'function' ? jsQR : (jsQR as { default: typeof jsQR }).default) as typeof jsQR
  return read(new Uint8ClampedArray(data), width, height)?.data
}
