import type { Settings } from '#contract/settings.ts'
import { accentsOf } from '#domain/subscription/accent.ts'

/** The operator's colour in place of ours; blank without one. */
export function brandStyle({ subColor }: Settings): string {
  if (subColor === '') return ''
  const { light, dark } = accentsOf(subColor)
  const set = ({ colour, on }: { colour: string; on: string }) => `:root{--water:${colour};--on-water:${on}}`
  return `${set(light)}@media (prefers-color-scheme:dark){${set(dark)}}`
}

/** A drop of water, for whoever sets no logo. */
const drop = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 512 512"><rect width="512" height="512" rx="112" fill="#0b6c78"/><path d="M256 96c72 96 112 150 112 206a112 112 0 0 1-224 0c0-56 40-110 112-206z" fill="#fff"/></svg>`

/** The logo, which is stored as a data URL and checked when it is saved. */
export function logoOf({ subLogo }: Settings) {
  const [, type, data] = /^data:(image\/[a-z+]+);base64,([A-Za-z0-9+/=]+)$/.exec(subLogo) ?? []
  return type && data
    ? { type, data: Buffer.from(data, 'base64') }
    : { type: 'image/svg+xml', data: Buffer.from(drop) }
}

/** Lets a phone keep the page among its apps. */
export const manifestOf = (settings: Settings, title: string, start: string): string =>
  JSON.stringify({
    name: title,
    short_name: title.slice(0, 24),
    start_url: start,
    scope: start,
    display: 'standalone',
    background_color: '#f1f5f6',
    theme_color: settings.subColor || '#0b6c78',
    icons: [{ src: '?logo', sizes: 'any', type: logoOf(settings).type }],
  })
