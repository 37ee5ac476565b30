import { describe, expect, it } from 'vitest'
import { englishRefusals } from '#domain/refusal.ts'
import { codedFiles } from './catalogue.ts'
import { noticeText, refusalText } from './coded.ts'
import { words } from './words.ts'

describe('a sentence of the panel', () => {
  const wrongPort = { code: 'share-link.no-port', params: {} }

  it('is said in the language that is on, once its texts are here', async () => {
    expect(refusalText(wrongPort)).toBeUndefined()
    await words.need(...codedFiles)
    expect(refusalText(wrongPort)).toBe(englishRefusals['share-link.no-port'])
    await words.speak('fa')
    expect(refusalText(wrongPort)).toMatch(/^[^a-z]*\p{Script=Arabic}/u)
    expect(noticeText({ code: 'core.stopped', params: {} }, 'title')).toMatch(/\p{Script=Arabic}/u)
    await words.speak('en')
  })

  it('calls the email of a client its name, as the forms do', () => {
    expect(refusalText({ code: 'client.email-missing', params: {} })).toBe('Enter a name.')
    expect(englishRefusals['client.email-missing']).toBe('Give the client an email.')
  })

  it('has numbers without separators, and its parameters may be sentences', () => {
    expect(refusalText({ code: 'share-link.too-many', params: { max: 2000 } })).toContain(' 2000 ')
    const outer = noticeText({ code: 'core.ended', params: { reason: wrongPort } }, 'message')
    expect(outer).toBe(englishRefusals['share-link.no-port'])
  })

  it('with a code that is not known is left to its English', () => {
    expect(refusalText({ code: 'of.tomorrow', params: {} })).toBeUndefined()
    expect(refusalText({ code: 'constructor', params: {} })).toBeUndefined()
  })
})
