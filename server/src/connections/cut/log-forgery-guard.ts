import type { LineTrust } from '../../core/logs/kept-access.ts'
import { type AccessLine, isAccessLine, parseAccessLine } from './access-line.ts'

/** The longest client-controlled text that the core prints: a name of 255 bytes, a Hysteria address of 2048. */
const nameChars = 300
const addressChars = 2_300
/** A message is written in one piece: anything later is another message. */
const pieceMs = 50
/** Errors in which the core quotes the client's destination; the client cannot suppress these words. */
const quotes = /domain|address|destination/i
const stamped = /^\d{4}\/\d\d\/\d\d /

export interface ReadLine extends LineTrust {
  /** The client, if the line is trusted and names one. */
  found?: AccessLine
  /** Lines that were trusted a moment ago and no longer are. */
  withdrawn: readonly AccessLine[]
}

const none: readonly AccessLine[] = []

/**
 * A client can put a line break into the destination it asks for, and the core prints it: the rest of the message looks
 * like a line of the core and could assign any connection to any client (seen with a Trojan client on Xray 26.7.28). So
 * after a line that may have been split, as many characters as a client can fill are not trusted; before a piece
 * without a timestamp the lines within as many characters are not either, because a client can write several complete
 * ones. The affected connections are found by address instead.
 */
export function createLogForgeryGuard(now: () => number) {
  let doubted = 0
  let since = 0
  /** Characters read so far, and the trusted lines with the count at their end. */
  let readChars = 0
  let believedLately: { line: AccessLine; end: number }[] = []

  function forgetOld(): void {
    if (now() - since > pieceMs) {
      doubted = 0
      believedLately = []
    }
    while ((believedLately[0]?.end ?? readChars) < readChars - addressChars) believedLately.shift()
  }

  return function read(line: string): ReadLine {
    if (line.trim() === '') return { believed: false, isRest: false, isWhole: false, withdrawn: none }
    const [isWhole, isRest] = [isAccessLine(line), !stamped.test(line)]
    forgetOld()
    const inDoubt = doubted > 0
    const known: ReadLine = { believed: !inDoubt && !isRest, isRest, isWhole, withdrawn: none }
    doubted = Math.max(0, doubted - line.length - 1)
    readChars += line.length + 1
    if (!isWhole) {
      const long = line.includes(' accepted ') || line.includes('hysteria') || isRest
      if (long || quotes.test(line)) doubted = Math.max(doubted, long ? addressChars : nameChars)
      since = now()
      if (isRest) {
        known.withdrawn = believedLately.map((one) => one.line)
        believedLately = []
      }
      return known
    }
    const found = inDoubt ? undefined : parseAccessLine(line)
    if (!found) return known
    since = now()
    believedLately.push({ line: found, end: readChars })
    return { ...known, found }
  }
}
