const units = ['B', 'KB', 'MB', 'GB', 'TB', 'PB'] as const

/** `1.50GB`: two digits, base 1024. */
export function bytesText(bytes: number): string {
  let value = bytes
  let unit = 0
  while (value >= 1024 && unit < units.length - 1) {
    value /= 1024
    unit++
  }
  return `${value.toFixed(2)}${units[unit]}`
}

const minute = 60_000
const hour = 60 * minute
const day = 24 * hour

/** Milliseconds until expiry; a delayed start has its full time. Undefined: never. */
export function timeLeft(expiryTime: number, now: number): number | undefined {
  if (expiryTime === 0) return undefined
  return expiryTime < 0 ? -expiryTime : Math.max(0, expiryTime - now)
}

/** `3D,4H`, `3D`, `4H` or `5M`; blank for never and for expired. */
export function timeLeftText(expiryTime: number, now: number): string {
  const left = timeLeft(expiryTime, now) ?? 0
  const days = Math.floor(left / day)
  const hours = Math.floor((left % day) / hour)
  if (days > 0) return hours > 0 ? `${days}D,${hours}H` : `${days}D`
  if (hours > 0) return `${hours}H`
  const minutes = Math.floor(left / minute)
  return minutes > 0 ? `${minutes}M` : ''
}

export const daysLeft = (expiryTime: number, now: number): number | undefined => {
  const left = timeLeft(expiryTime, now)
  return left === undefined ? undefined : Math.ceil(left / day)
}

/** `2026-11-15`, or the same day in the Persian calendar. */
export function dateText(time: number, calendar: 'gregory' | 'persian', timeZone: string): string {
  const parts = new Intl.DateTimeFormat(`en-u-ca-${calendar}-nu-latn`, {
    timeZone: timeZone === '' || timeZone === 'Local' ? 'UTC' : timeZone,
    year: 'numeric',
    month: '2-digit',
    day: '2-digit',
  }).formatToParts(time)
  const part = (type: string) => parts.find((p) => p.type === type)?.value ?? ''
  return `${part('year')}-${part('month')}-${part('day')}`
}
