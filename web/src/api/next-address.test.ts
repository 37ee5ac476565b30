import { expect, it } from 'vitest'
import { isDirect, untilMoved, withHost } from './next-address.ts'

/** A panel that answers at these base paths, one list per request. */
function panel(answers: readonly (readonly string[])[]) {
  const asked: string[] = []
  const get = async (url: string) => {
    const open = answers[asked.length] ?? answers.at(-1) ?? []
    asked.push(url)
    if (open.length === 0) throw new TypeError('refused')
    return { ok: open.some((base) => url === `${base}csrf-token`) }
  }
  return { asked, deps: { get, pause: async () => {} } }
}
const old = 'http://vps:2053/'

it('waits for the new base path', async () => {
  const next = 'http://vps:2053/secret/'
  const { asked, deps } = panel([[old], [], [next]])
  expect(await untilMoved(old, next, deps)).toBe(true)
  expect(asked).toEqual([`${next}csrf-token`, `${next}csrf-token`, `${next}csrf-token`])
})

it('waits until the old port is closed, because another origin cannot be asked', async () => {
  const { asked, deps } = panel([[old], [old], []])
  expect(await untilMoved(old, 'https://vps:8443/', deps)).toBe(true)
  expect(asked).toEqual(Array.from({ length: 3 }, () => `${old}csrf-token`))
})

it('gives up after a while', async () => {
  expect(await untilMoved(old, 'http://vps:2053/never/', panel([[old]]).deps)).toBe(false)
})

it('knows whether something stands between the browser and the panel', () => {
  const here = new URL('https://panel.example.com/x/panel/move-in')
  expect(isDirect(here, 'https://<host>/x/')).toBe(true)
  expect(isDirect(here, 'http://<host>:2053/x/')).toBe(false)
  expect(isDirect(here, '')).toBe(false)
  expect(withHost('https://<host>:1/', 'vps')).toBe('https://vps:1/')
})
