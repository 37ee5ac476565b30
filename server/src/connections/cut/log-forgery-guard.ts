import { type AccessLine, isAccessLine, parseAccessLine } from './access-line.ts'

/** The longest text of a client's own that the core prints: a name of 255 bytes, an address of Hysteria of 2048. */
const nameChars = 300
const addressChars = 2_300
/** A message is written in one piece: what comes later than this is another one. */
const pieceMs = 50
/** Complaints in which the core repeats what a client asked for; the client cannot keep these words out of them. */
const quotes = /domain|address|destination/i
const stamped = /^\d{4}\/\d\d\/\d\d /

export interface Heard {
  /** The core's own words, as far as that can be known: whoever keeps or counts a line asks this first. */
  believed: boolean
  /** The rest of a message that a line break tore: the lines before it are not what they seemed to be. */
  isRest: boolean
  /** A connection, told from the first word to the last. */
  isWhole: boolean
  /** Which client it belongs to, where it is believed and names one. */
  found?: AccessLine
  /** What was believed a moment ago and is not any more. */
  withdrawn: readonly AccessLine[]
}

const none: readonly AccessLine[] = []

/**
 * A client can put a line break into the name it asks for, and the core prints it: what follows in its message looks
 * like a line of the core and could give anybody's connection to anybody (seen with a Trojan client on Xray 26.7.28).
 * So right after a line that may have been broken, as many characters as a client can fill are not believed; before a
 * piece without a time of its own, neither are the lines within as many characters: a client can write several whole
 * ones. What is lost so is found by address.
 */
export function createLineTrust(now: () => number) {
  let doubted = 0
  let since = 0
  /** Characters heard so far, and what was believed with how many of them at its end. */
  let heardChars = 0
  let believedLately: { line: AccessLine; end: number }[] = []

  function forgetOld(): void {
    if (now() - since > pieceMs) {
      doubted = 0
      believedLately = []
    }
    while ((believedLately[0]?.end ?? heardChars) < heardChars - addressChars) believedLately.shift()
  }

  return function read(line: string): Heard {
    if (line.trim() === '') return { believed: false, isRest: false, isWhole: false, withdrawn: none }
    const [isWhole, isRest] = [isAccessLine(line), !stamped.test(line)]
    forgetOld()
    const inDoubt = doubted > 0
    const heard: Heard = { believed: !inDoubt && !isRest, isRest, isWhole, withdrawn: none }
    doubted = Math.max(0, doubted - line.length - 1)
    heardChars += line.length + 1
    if (!isWhole) {
      const long = line.includes(' accepted ') || line.includes('hysteria') || isRest
      if (long || quotes.test(line)) doubted = Math.max(doubted, long ? addressChars : nameChars)
      since = now()
      if (isRest) {
        heard.withdrawn = believedLately.map((one) => one.line)
        believedLately = []
      }
      return heard
    }
    const found = inDoubt ? undefined : parseAccessLine(line)
    if (!found) return heard
    since = now()
    believedLately.push({ line: found, end: heardChars })
    return { ...heard, found }
  }
}
