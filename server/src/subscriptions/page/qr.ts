import { encode } from 'uqr'

/** A quiet zone of four modules on every side: scanners fail without it, especially on dark pages. */
const quiet = 4

/** One path of horizontal runs: a tenth of the size of one square per module. Null if the text does not fit. */
export function qrSvg(text: string, label: string): string | null {
  let data: boolean[][]
  try {
    data = encode(text, { ecc: 'L', border: 0 }).data
  } catch {
    return null
  }
  const size = data.length + 2 * quiet
  const path = data.map((row, y) => runs(row, y + quiet)).join('')
  return `<svg xmlns="http://www.w3.org/2000/svg" class="qr" viewBox="0 0 ${size} ${size}" role="img" aria-label="${label}" shape-rendering="crispEdges"><path fill="#fff" d="M0 0h${size}v${size}H0z"/><path d="${path}"/></svg>`
}

function runs(row: readonly boolean[], y: number): string {
  let out = ''
  for (let x = 0; x < row.length; ) {
    let end = x
    while (row[end]) end++
    if (end > x) out += `M${x + quiet} ${y}h${end - x}v1H${x + quiet}z`
    x = end + 1
  }
  return out
}
