import { readlinkSync } from 'node:fs'

/**
 * The name of the machine's time zone. Intl would map megabytes of calendar data into an idle panel (ADR 006), so the
 * system files are read first.
 */
export function systemTimeZone(): string {
  if (process.env.TZ) return process.env.TZ.replace(/^:/, '')
  try {
    const name = /zoneinfo\/(?:posix\/)?(.+)$/.exec(readlinkSync('/etc/localtime'))?.[1]
    if (name) return name
  } catch {
    // not a symlink: a copied file, or none
  }
  return new Intl.DateTimeFormat().resolvedOptions().timeZone
}

/** The machine's time zone unless the setting names one. */
export const zoneOf = ({ timeLocation }: { timeLocation: string }): string =>
  timeLocation === 'Local' || timeLocation === '' ? systemTimeZone() : timeLocation
