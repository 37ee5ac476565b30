import { StringDecoder } from 'node:string_decoder'

/** Splits chunks into lines. A line longer than `maxLength` is truncated. */
export function createLineReader(onLine: (line: string) => void, maxLength = 8192) {
  const decoder = new StringDecoder('utf8')
  let rest = ''
  let dropping = false

  function take(text: string): void {
    let from = 0
    for (let end = text.indexOf('\n'); end >= 0; end = text.indexOf('\n', from)) {
      if (!dropping) onLine((rest + text.slice(from, end)).slice(0, maxLength))
      rest = ''
      dropping = false
      from = end + 1
    }
    if (dropping) return
    rest += text.slice(from)
    if (rest.length <= maxLength) return
    onLine(rest.slice(0, maxLength))
    rest = ''
    dropping = true
  }

  return {
    write: (chunk: Buffer) => take(decoder.write(chunk)),
    /** The stream has ended: text without a line feed is a line too. */
    end() {
      take(decoder.end())
      if (rest !== '') onLine(rest)
      rest = ''
    },
  }
}
