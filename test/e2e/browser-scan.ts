import jsQR from 'jsqr'
import type { Page } from 'playwright-core'

/** What a phone's camera reads from the screen, including the quiet zone. */
export async function scanned(page: Page): Promise<string | undefined> {
  const code = page.getByRole('img', { name: /QR/ })
  await code.waitFor()
  const png = [...(await code.screenshot({ animations: 'disabled' }))]
  // In a separate page: the panel's policy does not allow reading images.
  const dark = await page.context().newPage()
  try {
    const { data, width, height } = await dark.evaluate(async (bytes) => {
      const image = await createImageBitmap(new Blob([Uint8Array.from(bytes)], { type: 'image/png' }))
      const context = new OffscreenCanvas(image.width, image.height).getContext('2d')!
      context.drawImage(image, 0, 0)
      const pixels = context.getImageData(0, 0, image.width, image.height)
      return { data: [...pixels.data], width: image.width, height: image.height }
    }, png)
    // The package is CommonJS: what is callable depends on the loader.
    const read = (
      typeof jsQR === 'function' ? jsQR : (jsQR as { default: typeof jsQR }).default
    ) as typeof jsQR
    return read(Uint8ClampedArray.from(data), width, height)?.data
  } finally {
    await dark.close()
  }
}
