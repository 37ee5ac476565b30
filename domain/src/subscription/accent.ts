type Rgb = readonly [number, number, number]

const rgbOf = (hex: string): Rgb => {
  const n = Number.parseInt(hex.slice(1), 16)
  return [n >> 16, (n >> 8) & 255, n & 255]
}
const hexOf = (rgb: Rgb): string =>
  `#${rgb.map((part) => Math.round(part).toString(16).padStart(2, '0')).join('')}`

/** Relative luminance as WCAG defines it. */
function luminance(rgb: Rgb): number {
  const [r = 0, g = 0, b = 0] = rgb.map((part) => {
    const share = part / 255
    return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4
  })
  return 0.2126 * r + 0.7152 * g + 0.0722 * b
}

export function contrast(a: string, b: string): number {
  const [x, y] = [luminance(rgbOf(a)), luminance(rgbOf(b))]
  return (Math.max(x, y) + 0.05) / (Math.min(x, y) + 0.05)
}

const black: Rgb = [0, 0, 0]
const white: Rgb = [255, 255, 255]
const readable = 4.5

const mixed = (rgb: Rgb, towards: Rgb, share: number): Rgb =>
  [0, 1, 2].map((i) => (rgb[i] ?? 0) * (1 - share) + (towards[i] ?? 0) * share) as unknown as Rgb // three parts

/** Moves a colour towards black or white until it can be read on every background; `on` is for text on it. */
function against(hex: string, grounds: readonly string[], towards: Rgb) {
  let colour = hex
  for (let share = 0; share <= 1; share += 0.05) {
    colour = hexOf(mixed(rgbOf(hex), towards, share))
    const now = colour
    if (grounds.every((ground) => contrast(now, ground) >= readable)) break
  }
  return { colour, on: contrast(colour, '#ffffff') >= readable ? '#ffffff' : '#000000' }
}

/** An operator's colour for light and dark pages: nearly as chosen, but never too pale or too dark to read. */
export const accentsOf = (hex: string) => ({
  light: against(hex, ['#ffffff', '#e4f6f7'], black),
  dark: against(hex, ['#17242a', '#1b3137'], white),
})
