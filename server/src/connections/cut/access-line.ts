import { clientOf } from '#domain/core-config/user-names.ts'
import { hostPort } from '#domain/net/address.ts'
import { ipOf } from '../kernel/address.ts'

export interface AccessLine {
  /** The client's `ip:port`, IPv6 in brackets. */
  peer: string
  /** The client. */
  email: string
  /** Its name in the core, or that of one of its devices. */
  user: string
  inbound: string
  outbound: string
  target: string
  /** Milliseconds, by the core's local clock. */
  at: number
}

const form =
  /^(\d{4})\/(\d\d)\/(\d\d) (\d\d):(\d\d):(\d\d)(?:\.(\d{3})\d*)? from (?:(?:tcp|udp):)?(\[[^\]\s]+\]|[^\s:[\]]+):(\d{1,5}) accepted (\S+)(?: \[(.*)\])?(?: email: (\S.*))?$/
/** A rule, the default route or a forced outbound: the core writes a different arrow for each. */
const detour = /^(.*?) (?:->|>>|==>) (.*)$/

/** Also matches a unix socket peer, of which only this matters. */
const whole = /^\d{4}\/\d\d\/\d\d [\d:.]+ from \S+ accepted \S+ \[.* (?:->|>>|==>) .*\](?: email: \S.*)?$/

/** Whether a line is one complete access line, with or without a client. */
export const isAccessLine = (line: string): boolean =>
  line.includes(' accepted ') && whole.test(line.trimEnd())

/**
 * A connection from the core's stdout (`log.access: ""`, Xray 26.7.28). Undefined for any other line, and for one
 * without an email or an address (the API, a unix socket): only the owner of a socket is wanted (R32).
 */
export function parseAccessLine(line: string): AccessLine | undefined {
  if (!line.includes(' accepted ')) return undefined // most lines at a verbose log level are not access lines
  const found = form.exec(line.trimEnd())
  if (!found) return undefined
  const [, year, month, day, hour, minute, second, ms, host, port, target, route, user] = found
  const ip = ipOf(host ?? '')
  const number = Number(port)
  if (!ip || number < 1 || number > 65_535 || !user) return undefined
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
    peer: hostPort(ip, number),
    email: clientOf(user),
    user,
    inbound,
    outbound,
    target: target ?? '',
    at: at.getTime(),
  }
}
