import { describe, expect, it } from 'vitest'
import { alertParams } from '#contract/alerts.ts'
import { textsIn } from './languages.ts'
import { alertKinds, sayAlert } from './texts.ts'

const languages = ['en', 'ar', 'es', 'fa', 'ru', 'tr', 'zh']
const holes = (text: string) => [...text.matchAll(/\{(\w+)\}/g)].map(([, name]) => name ?? '').sort()

describe('the words of alerts', () => {
  it.each(languages)('name only parameters of the kind, in %s', (language) => {
    const texts = textsIn(language)
    expect(Object.keys(texts).sort()).toEqual(Object.keys(alertParams).sort())
    for (const kind of alertKinds) {
      const { title, message } = texts[kind]
      expect(Object.keys(alertParams[kind].shape), `${language} ${kind}`).toEqual(
        expect.arrayContaining(holes(title + message)),
      )
      expect(holes(message), `${language} ${kind}`).toEqual(holes(textsIn('en')[kind].message))
    }
  })

  it('writes bytes and times in the given way, and no double period', () => {
    const measures = { bytes: (n: number) => `${n} B`, time: (ms: number) => `t${ms}` }
    const params = { email: 'ann', leftBytes: 5, totalBytes: 9 }
    expect(sayAlert(textsIn('en'), 'client.running-out', params, measures).message).toBe(
      'ann has 5 B of 9 B left.',
    )
    expect(sayAlert(textsIn('en-US'), 'backup.failed', { reason: 'The disk is full.' }, measures)).toEqual({
      title: 'Backup failed',
      message: 'The disk is full.',
    })
  })

  it('takes the part before the dash of a language, and English for one that is not known', () => {
    expect(textsIn('fa-IR')['notice.test'].title).not.toBe(textsIn('en')['notice.test'].title)
    expect(textsIn('xx')).toBe(textsIn('en'))
  })
})
