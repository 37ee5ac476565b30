import { jalaaliMonthLength, toGregorian, toJalaali } from 'jalaali-js'

export interface JalaliDay {
  year: number
  month: number
  day: number
}

const two = (n: number) => String(n).padStart(2, '0')

/** A day as date fields hold it (2026-11-15), in the Jalali calendar. */
export function jalaliOf(text: string): JalaliDay | undefined {
  const [, year, month, day] = /^(\d{4})-(\d\d)-(\d\d)/.exec(text) ?? []
  if (!year) return undefined
  const { jy, jm, jd } = toJalaali(Number(year), Number(month), Number(day))
  return { year: jy, month: jm, day: jd }
}

/** A day that the month does not have becomes its last day. */
export function textOf({ year, month, day }: JalaliDay): string {
  const { gy, gm, gd } = toGregorian(year, month, Math.min(day, jalaaliMonthLength(year, month)))
  return `${gy}-${two(gm)}-${two(gd)}`
}

export const daysIn = (year: number, month: number): number => jalaaliMonthLength(year, month)
