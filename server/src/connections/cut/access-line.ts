import { ipOf, joinPeer } from '../kernel/address.ts'

export interface AccessLine {
  /** Who connected, `ip:port`, IPv6 in brackets. */
  peer: string
  email: string
  inbound: string
  outbound: string
  target: string
  /** Milliseconds, by the core's local clock. */
  at: number
}

const form =
  /^(\d{4})\/(\d\d)\/(\d\d) (\d\d):(\d\d):(\d\d)(?:\.(\d{3})\d*)? from (?:(?:tcp|udp):)?(\[[^\]\s]+\]|[^\s:[\]]+):(\d{1,5}) accepted (\S+)(?: \[(.*)\])?(?: email: (\S.*))?$/
/** A rule, the default route, a forced outbound: the core writes the arrow differently for each. */
const detour = /^(.*?) (?:->|>>|==>) (.*)$/

/** Also where the peer is a unix socket, of which nothing else is wanted. */
const whole = /^\d{4}\/\d\d\/\d\d [\d:.]+ from \S+ accepted \S+ \[.* (?:->|>>|==>) .*\](?: email: \S.*)?$/

/** Whether the core told a connection here from the first word to the last, with or without a client. */
export const isAccessLine = (line: string): boolean =>
  line.includes(' accepted ') && whole.test(line.trimEnd())

/**
 * A connection as the core tells it on standard output (`log.access: ""`, Xray 26.7.28). Anything else, and a line
 * without an email or an address (the API, a unix socket), is undefined: only who sits on which socket is wanted
 * (R32).
 */
export function parseAccessLine(line: string): AccessLine | undefined {
  if (!line.includes(' accepted ')) return undefined // most lines of a talkative core are not ours
  const found = form.exec(line.trimEnd())
  if (!found) return undefined
  const [, year, month, day, hour, minute, second, ms, host, port, target, route, email] = found
  const ip = ipOf(host ?? '')
  const number = Number(port)
  if (!ip || number < 1 || number > 65_535 || !email) return undefined
  const [, inbound = route ?? '', outbound = ''] = detour.exec(route ?? '') ?? []
  const at = new Date(
    Number(year),
    Number(month) - 1,
    Number(day),
    Number(hour),
    Number(minute),
    Number(second),
    Number(ms ?? 0),
  )
  return {
    peer: joinPeer(ip, number),
    email,
    inbound,
    outbound,
    target: target ?? '',
    at: at.getTime(),
  }
}
