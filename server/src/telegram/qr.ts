import { encode } from 'uqr'

/** A quiet zone of four modules: scanners fail without it. */
const quiet = 4
/** Pixels of a side, at least. */
const leastSide = 320

/** A QR code as a PNG; undefined if the text does not fit into one. */
export async function qrPng(text: string): Promise<Uint8Array | undefined> {
  let modules: boolean[][]
  try {
    modules = encode(text, { ecc: 'L', border: quiet }).data
  } catch {
    return undefined
  }
  const { PNG } = await import('pngjs') // loaded with the first code, to save memory
  const scale = Math.max(4, Math.ceil(leastSide / modules.length))
  const side = modules.length * scale
  const image = new PNG({ width: side, height: side, colorType: 0 })
  for (let y = 0; y < side; y++) {
    const row = modules[Math.floor(y / scale)] ?? []
    for (let x = 0; x < side; x++) {
      const shade = row[Math.floor(x / scale)] ? 0 : 255
      image.data.set([shade, shade, shade, 255], (y * side + x) * 4)
    }
  }
  return PNG.sync.write(image, { colorType: 0 })
}
