import type { Coded } from '#contract/coded.ts'
import { coded, inEnglish } from '#domain/refusal.ts'
import { withoutSecrets } from '#domain/secrets/redact.ts'

/** The core quotes what it refuses, keys too: `invalid "privateKey": abc`. */
const hide = (text: string): string =>
  withoutSecrets(text)
    .split(' ')
    .map((word, i, all) => (isKeyName(all[i - 1] ?? '') ? '***' : word))
    .join(' ')
const isKeyName = (word: string): boolean =>
  word.endsWith(':') && /key|password|seed|secret|auth|"id"/i.test(word)
const hidden = ({ code, params }: Coded): Coded => ({
  code,
  params: Object.fromEntries(
    Object.entries(params).map(([name, value]) => [
      name,
      typeof value === 'string' ? hide(value) : typeof value === 'object' ? hidden(value) : value,
    ]),
  ),
})
/** Of a part: what the core said, without secrets. */
export const saying = (said: Coded) => ({ reason: inEnglish(hidden(said)), reasonCoded: hidden(said) })
export const words = (said: string | Coded): Coded =>
  typeof said === 'string' ? coded('core.said', { reason: said }) : said
