import { StringDecoder } from 'node:string_decoder'

/** Chunks in, whole lines out. A line beyond `maxLength` is handed out cut; its rest is dropped. */
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
    /** The stream has ended: what came without a line feed is a line too. */
    end() {
      take(decoder.end())
      if (rest !== '') onLine(rest)
      rest = ''
    },
  }
}
