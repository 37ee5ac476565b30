export const mask = '***'

const parts: readonly [RegExp, string][] = [
  [/\b(vless|vmess|trojan|ss|ssr|hysteria2?|hy2|tuic|wireguard|anytls):\/\/[^\s"'\\]+/gi, `$1://${mask}`],
  [/(:\/\/[^\s:/@]*):[^\s/@]+@/g, `$1:${mask}@`],
  [/([?&#][\w.-]*(?:pass|pwd|token|secret|key|auth|sig)[\w.-]*=)[^&#\s"'\\]+/gi, `$1${mask}`],
  [/\b(bearer\s+)[^\s"',;]+/gi, `$1${mask}`],
  [/\b(basic\s+)[\w+/]{8,}=*/gi, `$1${mask}`],
  [/\b(password|passwd|token|secret|api_?key)(\\?["']?\s*[=:]\s*\\?["']?)[^\s"',;&\\]+/gi, `$1$2${mask}`],
  [/\b\d{6,}:[\w-]{30,}\b/g, mask],
  [
    /-----BEGIN [A-Z ]*PRIVATE KEY-----[\s\S]*?(?:-----END [A-Z ]*PRIVATE KEY-----|$)/g,
    `${mask} (a private key)`,
  ],
]

/** An error may quote a URL with a password, and an operator may write one anywhere: it must not appear in a log. */
export const withoutSecrets = (text: string): string =>
  parts.reduce((said, [pattern, masked]) => said.replace(pattern, masked), text)

/** Scheme and host of a URL whose path is a secret, as those of chat services are. */
export function originOf(url: string): string {
  const [, origin, rest] = /^([a-z][\w+.-]*:\/\/)(?:[^/?#@]*@)?([^/?#]*)/i.exec(url) ?? []
  return origin === undefined ? mask : `${origin}${rest}/${mask}`
}
