import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { z } from 'zod'
import { settingKeys } from '#contract/settings.ts'
import { jsonish } from '#contract/wire.ts'
import { parseTemplate } from '#domain/core-config/template.ts'
import { externalRows, linksIn, linksListed } from '#domain/links/external.ts'
import { readPasted } from '#domain/outbounds/pasted.ts'
import { parseShareLink, shareSchemes } from '#domain/outbounds/share-link.ts'
import { parseShareList } from '#domain/outbounds/share-list.ts'
import { normalise } from '#domain/settings/formats.ts'
import { complaintAbout } from '#domain/settings/validate.ts'
import { isAccessLine, parseAccessLine } from '#server/connections/cut/access-line.ts'
import { createLogForgeryGuard } from '#server/connections/cut/log-forgery-guard.ts'
import { accessRow, maskedLine } from '#server/core/logs/access-log.ts'
import { parseLogLine } from '#server/core/process/log-line.ts'
import { decodeBody } from '#server/platform/http/body.ts'
import { fuzzing, fuzzTimeout, growth, hostileText, mostGrowth, onlyRefuses, piece } from '../fuzz.ts'

// Untrusted texts: a parser accepts or refuses them with a message, in time proportional to their length.

const base64 = (text: string) => Buffer.from(text).toString('base64')
const id = 'b831381d-6324-4d53-ad4f-8cda48b30811'
const parameters = `
  type security path host extra fm headerType seed serviceName authority mode sni peer alpn fp ech vcn
  pcs pinSHA256 pbk sid spx pqv encryption flow plugin obfs obfs-password mport publickey address
  reserved mtu x_padding_bytes
`
  .trim()
  .split(/\s+/)
const schema = z.object({ name: z.string(), n: z.number(), yes: z.boolean(), settings: jsonish(z.unknown()) })
const body = (text: string, type?: string) => decodeBody(Buffer.from(text), type, schema)
const tags = { directTags: new Set<string>(), blockedTags: new Set<string>() }
const line = '2026/11/15 09:06:14.143427 from 192.0.2.1:5000 accepted '

const targets: Record<string, (text: string) => unknown> = {
  ...Object.fromEntries(
    shareSchemes.flatMap((scheme) => [
      [`a ${scheme} link`, (text: string) => parseShareLink(`${scheme}://${text}`)],
      [`a ${scheme} link in Base64`, (text: string) => parseShareLink(`${scheme}://${base64(text)}`)],
      [`the server of a ${scheme} link`, (text: string) => parseShareLink(`${scheme}://${id}@${text}`)],
    ]),
  ),
  ...Object.fromEntries(
    parameters.map((name) => [
      `${name} of a link`,
      (text: string) => {
        for (const more of [
          'type=xhttp',
          'type=tcp&security=reality&pbk=k',
          'type=kcp',
          'type=grpc&security=tls',
        ])
          parseShareLink(
            `vless://${id}@a.example:443?${more}&${name}=${encodeURIComponent(wellFormed(text))}`,
          )
      },
    ]),
  ),
  'a VMess object': (text) =>
    parseShareLink(
      `vmess://${base64(JSON.stringify({ add: text, port: '1', id, net: text, path: text, ps: text }))}`,
    ),
  'an outbound list': (text) => parseShareList(text),
  'an outbound list in Base64': (text) => parseShareList(base64(`vless://${text}\n${text}`)),
  'a pasted outbound': (text) => readPasted(text),
  'a pasted WireGuard file': (text) => readPasted(`[Interface]\nPrivateKey = ${text}\n[Peer]\n${text}`),
  "a client's own links": (text) => {
    const rows = [text, { url: text }, { kind: 'subscription', value: text, remark: text }]
    return linksIn(externalRows(JSON.stringify(rows), 0), () => linksListed(text))
  },
  'a template': (text) => parseTemplate(text, []),
  'a rule of a template': (text) =>
    parseTemplate({ outbounds: [{ tag: text }], routing: { rules: [{ domain: [text] }] } }, [text]),
  'a JSON body': (text) => body(text, 'application/json'),
  'a text in a JSON body': (text) =>
    schema.safeParse(body(JSON.stringify({ settings: text }), 'application/json')),
  'a form': (text) => body(text, 'application/x-www-form-urlencoded'),
  'a form field': (text) =>
    body(`settings=${encodeURIComponent(wellFormed(text))}`, 'application/x-www-form-urlencoded'),
  'a body of no type': (text) => body(text),
  'JSON in a text': (text) => jsonish(z.unknown()).safeParse(text),
  settings: (text) => {
    for (const key of settingKeys) complaintAbout(key, normalise(key, text))
  },
  'a line of the core': (text) => {
    const parsed = parseLogLine(text)
    accessRow(parsed, tags)
    maskedLine(parsed, 'half')
  },
  'an access line': (text) => {
    const whole = line + text
    isAccessLine(whole)
    parseAccessLine(whole)
    accessRow(parseLogLine(whole), tags)
    maskedLine(parseLogLine(whole), 'full')
  },
  'lines after one that may be forged': (text) => {
    const read = createLogForgeryGuard(() => 0)
    for (const part of `${line}${text}\n${text}`.split('\n')) read(part)
  },
}

/** encodeURIComponent refuses lone surrogates. */
const wellFormed = (text: string) => text.replace(/\p{Surrogate}/gu, '')

describe('untrusted texts', () => {
  it('are parsed or refused with a message, never by a fault', { timeout: fuzzTimeout }, () => {
    const property = fc.property(fc.constantFrom(...Object.keys(targets)), hostileText, (name, text) => {
      onlyRefuses(() => targets[name]?.(text))
    })
    fc.assert(property, fuzzing('texts', 2_500))
  })

  // Inputs on which a backtracking pattern takes quadratic time.
  const shapes: [head: string, unit: string, tail: string][] = [
    ['"', '\\"', ''],
    ['', '"', '\\'],
    ['{"settings":"', '\\"', '"}'],
    ['', '=', 'a'],
    ['', ' ', 'a'],
    ['', '\n', 'a'],
    ['a', '/', '.'],
    ['[', ' -> ', ''],
    ['[a', ' >> a', ' email: '],
    ['', '{{', ''],
    ['{', '[', ''],
    ['', '-', '_'],
    ['', '\\', 'u0000'],
  ]

  it.each(Object.keys(targets))('%s costs in proportion to its length', { timeout: fuzzTimeout }, (name) => {
    const target = targets[name]
    const growthOf = ([head, unit, tail]: (typeof shapes)[number]) =>
      growth((n) => onlyRefuses(() => target?.(head + unit.repeat(n) + tail)), 4_000)
    for (const shape of shapes) expect(growthOf(shape), JSON.stringify(shape)).toBeLessThan(mostGrowth)
    const units = fc.array(piece, { minLength: 1, maxLength: 3 }).map((parts) => parts.join(''))
    const property = fc.property(hostileText, units, hostileText, (...shape) => growthOf(shape) < mostGrowth)
    fc.assert(property, fuzzing(`the cost of ${name}`, 3))
  })
})
