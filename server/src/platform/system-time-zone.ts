import { readlinkSync } from 'node:fs'

/**
 * The machine's time zone by its name. Asking Intl for it maps megabytes of calendars into an idle panel (ADR 006),
 * so the files are asked first.
 */
export function ownZone(): string {
  if (process.env.TZ) return process.env.TZ.replace(/^:/, '')
  try {
    const name = /zoneinfo\/(?:posix\/)?(.+)$/.exec(readlinkSync('/etc/localtime'))?.[1]
    if (name) return name
  } catch {
    // no link there: a copied file, or none at all
  }
  return new Intl.DateTimeFormat().resolvedOptions().timeZone
}
