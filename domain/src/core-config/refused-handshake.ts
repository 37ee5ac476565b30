/** A handshake that the core refused, as it says in its log. */
export interface RefusedHandshake {
  /** Who tried, without its port. */
  address: string
  why: 'key' | 'name' | 'reality'
  /** The name that was asked for, or the id that was shown; blank if neither is known. */
  detail: string
}

const from = String.raw`from (?:(?:tcp|udp):)?(\[[^\]\s]{2,45}\]|[^\s:[\]]{2,45}):\d{1,5}`
const stamp = String.raw`^\d{4}/\d\d/\d\d \d\d:\d\d:\d\d(?:\.\d+)? `
/** As Xray 26.7.28 writes them. The first is an access line; the others appear from the log level "info" on. */
const forms: readonly [RegExp, RefusedHandshake['why']][] = [
  [
    new RegExp(`${stamp}${from} rejected  proxy/vless/encoding: invalid request user id: ([\\da-f-]{36})$`),
    'key',
  ],
  [
    new RegExp(
      `${stamp}\\[Info\\] \\[\\d+\\] app/proxyman/inbound: connection ends > shadowsocks: serve TCP ${from}: invalid request()$`,
    ),
    'key',
  ],
  [
    new RegExp(
      `${stamp}\\[Info\\] \\S+: REALITY: processed invalid connection ${from}: server name mismatch: (\\S{0,253})$`,
    ),
    'name',
  ],
  [
    new RegExp(
      `${stamp}\\[Info\\] \\S+: REALITY: processed invalid connection ${from}: authentication failed or validation criteria not met()$`,
    ),
    'reality',
  ],
]

const mayBe = /invalid (?:request|connection)/

/** Undefined for any other line. Which client it was follows from the id or the address. */
export function refusedHandshake(line: string): RefusedHandshake | undefined {
  if (!mayBe.test(line)) return undefined
  for (const [form, why] of forms) {
    const [, host, detail] = form.exec(line.trimEnd()) ?? []
    if (host !== undefined) return { address: host.replace(/^\[|\]$/g, ''), why, detail: detail ?? '' }
  }
  return undefined
}
