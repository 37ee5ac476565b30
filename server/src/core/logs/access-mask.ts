import { isIP } from 'node:net'
import { clientOf } from '#domain/devices/core-user.ts'
import { unbracketed } from '#domain/net/address.ts'
import type { LogLine } from '../process/log-line.ts'

const keptParts: Record<string, { v4: number; v6: number }> = {
  quarter: { v4: 1, v6: 1 },
  half: { v4: 2, v6: 2 },
  full: { v4: 0, v6: 0 },
}

const who = /^((?:from )?(?:(?:tcp|udp):)?)(\[[^\]\s]+\]|[^\s:]+|\S+)(:\d+)( (?:accepted|rejected) .*)$/s

const device = /( email: )(\d{1,15}\/\S+)$/

/** A device with a key of its own is a user of the core: the log names its client. */
export function withClientName(line: LogLine): LogLine {
  const text = line.text.replace(device, (_, before: string, user: string) => before + clientOf(user))
  return text === line.text ? line : { ...line, text }
}

/** Masks the client's address as configured; the core itself writes the full address, which the panel needs. */
export function maskedLine(line: LogLine, mask: string): LogLine {
  const kept = keptParts[mask]
  const [, before, host, port, after] = (kept && who.exec(line.text)) ?? []
  if (!kept || host === undefined) return line
  return { ...line, text: `${before}${maskedHost(host, kept)}${port}${after}` }
}

function maskedHost(host: string, kept: { v4: number; v6: number }): string {
  const plain = unbracketed(host)
  if (isIP(plain) === 4) {
    const parts = plain.split('.')
    return parts.map((part, i) => (i < kept.v4 ? part : '*')).join('.')
  }
  if (isIP(plain) !== 6) return host
  const groups = plain.split(':').slice(0, kept.v6)
  return `[${[...groups.filter((g) => g !== ''), '*'].join(':')}]`
}
