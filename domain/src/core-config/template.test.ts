import { describe, expect, test } from 'vitest'
import { Refusal } from '#domain/refusal.ts'
import { defaultTemplate } from './default-template.ts'
import { checkReverseTags, clientReverseTags, inboundTags, outboundTags, parseTemplate } from './template.ts'

function refusal(sent: unknown, geoFiles: string[] = []): { message: string; field: string | undefined } {
  try {
    parseTemplate(sent, geoFiles)
  } catch (error) {
    if (error instanceof Refusal) return { message: error.message, field: error.field }
    throw error
  }
  throw new Error('the template was accepted')
}

const wrapped = (value: unknown, times: number): unknown => {
  let out = value
  for (let i = 0; i < times; i++) out = { xraySetting: i % 2 ? JSON.stringify(out) : out }
  return out
}

describe('saving the template', () => {
  test('the default needs no geo file', () => {
    expect(parseTemplate(defaultTemplate(), [])).toEqual(defaultTemplate())
  })
  test('up to 8 wrappers are taken off, as objects or as text', () => {
    expect(parseTemplate(JSON.stringify(wrapped(defaultTemplate(), 8)), [])).toEqual(defaultTemplate())
    expect(refusal(wrapped(defaultTemplate(), 9)).message).toMatch(/none of the sections/)
  })
  test.each([
    ['{', 'xraySetting', /not valid JSON/],
    [[], 'xraySetting', /JSON object/],
    [{ a: 1 }, 'xraySetting', /none of the sections/],
    [{ ...defaultTemplate(), DNS: [] }, 'dns', /section dns must be an object/],
    [{ ...defaultTemplate(), outbounds: {} }, 'outbounds', /must be a list/],
    [{ ...defaultTemplate(), fakedns: 'x' }, 'fakedns', /a list or an object/],
    [{ ...defaultTemplate(), routing: { rules: [1] } }, 'routing.rules[0]', /must be an object/],
    [{ ...defaultTemplate(), outbounds: [] }, 'outbounds', /at least one outbound/],
    [{ ...defaultTemplate(), outbounds: [{ tag: 'a' }, { tag: 'a' }] }, 'outbounds[1].tag', /used twice/],
  ])('%j is refused at %s', (sent, field, message) => {
    expect(refusal(sent)).toEqual({ field, message: expect.stringMatching(message) })
  })
  test.each([
    [{ ip: ['geoip:private'] }, 'geoip.dat', 'routing.rules[0].ip[0]'],
    [{ ip: ['!geoip:cn'] }, 'geoip.dat', 'routing.rules[0].ip[0]'],
    [{ domain: 'a.com,geosite:cn' }, 'geosite.dat', 'routing.rules[0].domain'],
    [{ domain: ['ext:geosite_IR.dat:ads'] }, 'geosite_IR.dat', 'routing.rules[0].domain[0]'],
    [{ domain: ['ext-domain:my.dat:ads'] }, 'my.dat', 'routing.rules[0].domain[0]'],
  ])('geo data that is not there is refused by its file: %j', (rule, file, field) => {
    const template = { ...defaultTemplate(), routing: { rules: [rule] } }
    expect(refusal(template)).toEqual({ field, message: expect.stringContaining(`the file ${file}`) })
    expect(parseTemplate(template, [file])).toEqual(template)
  })
  test('a disabled rule may wait for its geo file', () => {
    const rules = [{ domain: ['geosite:cn'], outboundTag: 'direct', enabled: false }]
    const template = { ...defaultTemplate(), routing: { rules } }
    expect(parseTemplate(template, [])).toEqual(template)
  })
  test('the names of DNS hosts are looked up too, tags are not', () => {
    const dns = { hosts: { 'geosite:cn': '1.1.1.1' } }
    expect(refusal({ ...defaultTemplate(), dns }).message).toContain('geosite.dat')
    const outbounds = [{ tag: 'geosite:x', protocol: 'freedom' }]
    expect(parseTemplate({ outbounds }, [])).toEqual({ outbounds })
  })
})

test('a client may not take an outbound away with itself', () => {
  expect(() => checkReverseTags(defaultTemplate(), ['home', 'blocked'])).toThrow(/blocked is the tag/)
  expect(() => checkReverseTags(defaultTemplate(), ['home'])).not.toThrow()
})

test('what rules can name', () => {
  const template = { ...defaultTemplate(), dns: { tag: 'dns-in' } }
  expect(outboundTags(template)).toEqual(['direct', 'blocked'])
  expect(inboundTags(template, [{ tag: 'inbound-443' }])).toEqual(['inbound-443', 'dns-in'])
  expect(
    clientReverseTags([{ reverse: { tag: 'home' } }, { reverse: null }, { reverse: { tag: 'home' } }]),
  ).toEqual(['home'])
})
