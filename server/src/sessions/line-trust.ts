import { type AccessLine, isAccessLine, parseAccessLine } from './access-line.ts'

/** The longest text of a client's own that the core prints: a name of 255 bytes, an address of Hysteria of 2048. */
const nameChars = 300
const addressChars = 2_300
/** A message is written in one piece: what comes later than this is another one. */
const pieceMs = 50
const stamped = /^\d{4}\/\d\d\/\d\d /

/**
 * A client can put a line break into the name it asks for, and the core prints it: what follows in its message looks
 * like a line of the core and could give anybody's connection to anybody (seen with a Trojan client on Xray 26.7.28).
 * So right after a line that may have been broken, as many characters as a client can fill are not believed; after a
 * piece that no time stands before, neither is the line it was broken from. What is lost so is found by address.
 */
export function createLineTrust(now: () => number) {
  let doubted = 0
  let since = 0
  let last: AccessLine | undefined

  return function read(line: string): { found?: AccessLine; withdrawn?: AccessLine } {
    if (line.trim() === '') return {}
    const isWhole = isAccessLine(line)
    if (now() - since > pieceMs) {
      doubted = 0
      last = undefined
    }
    const inDoubt = doubted > 0
    doubted = Math.max(0, doubted - line.length - 1)
    if (!isWhole) {
      const long = line.includes(' accepted ') || line.includes('hysteria') || !stamped.test(line)
      doubted = Math.max(doubted, long ? addressChars : nameChars)
      since = now()
      const withdrawn = stamped.test(line) ? undefined : last
      last = undefined
      return withdrawn ? { withdrawn } : {}
    }
    const found = inDoubt ? undefined : parseAccessLine(line)
    last = found
    if (found) since = now()
    return found ? { found } : {}
  }
}
