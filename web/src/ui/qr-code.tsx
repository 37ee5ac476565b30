import { encode } from 'uqr'
import styles from './qr-code.module.css'

/** Four white modules on every side, in every theme: scanners need them (ISO 18004). */
const QUIET = 4

interface Props {
  text: string
  /** The text for screen readers. */
  label: string
  size?: number
}

/** Undefined if the text is too long for a code. */
function pathOf(text: string): { d: string; side: number } | undefined {
  try {
    const { data, size } = encode(text, { ecc: text.length > 300 ? 'L' : 'M', border: 0 })
    let d = ''
    data.forEach((row, y) => {
      for (let x = 0; x < size; x += 1) {
        if (!row[x]) continue
        let end = x
        while (row[end + 1]) end += 1
        d += `M${x + QUIET} ${y + QUIET}h${end - x + 1}v1H${x + QUIET}z`
        x = end
      }
    })
    return { d, side: size + 2 * QUIET }
  } catch {
    return undefined
  }
}

export function QrCode({ text, label, size = 260 }: Props) {
  const code = pathOf(text)
  if (!code) return null
  return (
    <svg
      role="img"
      aria-label={label}
      viewBox={`0 0 ${code.side} ${code.side}`}
      width={size}
      height={size}
      shapeRendering="crispEdges"
      className={styles.code}
    >
      <rect width={code.side} height={code.side} fill="#fff" />
      <path d={code.d} fill="#000" />
    </svg>
  )
}
