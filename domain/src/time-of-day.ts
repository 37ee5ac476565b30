/** `HH:MM`. */
export const isTime = (text: string): boolean => /^([01]\d|2[0-3]):[0-5]\d$/.test(text)

export const minutesOf = (text: string): number => Number(text.slice(0, 2)) * 60 + Number(text.slice(3))

/** The minute that the zone's clock shows. */
export function minuteOfDay(at: number, zone: string): number {
  const shown = new Intl.DateTimeFormat('en-GB', {
    hour: '2-digit',
    minute: '2-digit',
    hourCycle: 'h23',
    timeZone: zone,
  })
  return minutesOf(shown.format(at))
}

/** From the first time until before the second, over midnight too. Blank or equal times have nothing between them. */
export function isBetween(at: number, from: string, to: string, zone: string): boolean {
  if (!isTime(from) || !isTime(to) || from === to) return false
  const [begin, end, now] = [minutesOf(from), minutesOf(to), minuteOfDay(at, zone)]
  return begin < end ? now >= begin && now < end : now >= begin || now < end
}
