import { expect, it } from 'vitest'
import { z } from 'zod'
import { parseCidrList } from '#domain/net/cidr.ts'
import { readPasted } from '#domain/outbounds/pasted.ts'
import { parseShareLink, shareSchemes } from '#domain/outbounds/share-link.ts'
import { parseShareList } from '#domain/outbounds/share-list.ts'
import { wireguardOfConfig } from '#domain/outbounds/share-wireguard.ts'
import { withoutSecrets } from '#domain/secrets/redact.ts'
import { readHost } from '#domain/subscription/urls.ts'
import { isAccessLine, parseAccessLine } from '#server/connections/cut/access-line.ts'
import { maskedLine } from '#server/core/logs/access-log.ts'
import { parseLogLine } from '#server/core/process/log-line.ts'
import { decodeBody } from '#server/platform/http/body.ts'
import { readCookie } from '#server/platform/http/cookie.ts'
import { languageFor } from '#server/subscriptions/page/language.ts'

/** A refusal is an answer too. */
const tried = (work: () => unknown) => {
  try {
    return work()
  } catch (error) {
    return error
  }
}

const stamp = '2026/11/15 08:44:32.339413'
const access = `${stamp} from 192.0.2.1:1 accepted tcp:`
/** The longest line that the panel accepts from the core. */
const line = (text: string) => text.slice(0, 8_192)

const readers: Record<string, (text: string) => unknown> = {
  ...Object.fromEntries(
    shareSchemes.map((scheme) => [
      `a ${scheme} link`,
      (text: string) => parseShareLink(`${scheme}://${text}`),
    ]),
  ),
  'a vless link with a query': (text) =>
    parseShareLink(`vless://id@host:443?encryption=${text}&x=${text}#${text}`),
  'a list of links': parseShareList,
  'pasted outbounds': readPasted,
  'a WireGuard file': (text) => wireguardOfConfig(`[Interface]\nPrivateKey = x${text}\nEndpoint = ${text}`),
  'a line of the core': (text) => parseLogLine(`${stamp} ${text}`),
  'an access line': (text) => parseAccessLine(line(access + text)),
  'an access line as a whole': (text) => isAccessLine(line(`${access}a [${text}`)),
  'an access line to mask': (text) => maskedLine(parseLogLine(line(access + text)), 'half'),
  'a sentence of the log': withoutSecrets,
  'a cookie header': readCookie,
  languages: languageFor,
  'a host header': readHost,
  'address ranges': parseCidrList,
  'a JSON body': (text) => decodeBody(Buffer.from(`{"a":"${text}\\u0041`), 'application/json', z.object({})),
  'a form': (text) => decodeBody(Buffer.from(text), 'application/x-www-form-urlencoded', z.object({})),
  'a body of no type': (text) => decodeBody(Buffer.from(text), undefined, z.object({})),
}

const runs = [
  '=',
  ' ',
  '\\',
  '\\"',
  '"',
  '[',
  '{',
  '] -> ',
  ' -> ',
  'a.',
  'a:',
  ':1',
  '://',
  '%',
  '%41',
  '/',
  '@',
  '#',
  '\n',
  '-',
  '!',
  ', ',
  ';3x-ui',
  'x: y',
  'a=',
  '://a:b',
  '\t#',
]

/** Milliseconds of this thread's CPU time, the minimum of three runs: other programs do not count. */
const times = (read: (text: string) => unknown, text: string) =>
  Math.min(
    ...[1, 2, 3].map(() => {
      const began = process.threadCpuUsage()
      tried(() => read(text))
      const { user, system } = process.threadCpuUsage(began)
      return (user + system) / 1_000
    }),
  )

// Four times the text takes four times as long, not sixteen. Below a few milliseconds there is nothing to
// compare.
it.each(Object.entries(readers))('long texts take linear time: %s', (_name, read) => {
  for (const run of runs) {
    const text = (length: number) => `${run.repeat(Math.ceil(length / run.length))}\u0002`
    const few = Math.max(times(read, text(15_000)), 4)
    expect(times(read, text(60_000)) / few, JSON.stringify(run)).toBeLessThan(10)
  }
})
