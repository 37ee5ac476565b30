import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { ClientPage } from '#contract/client-bodies.ts'
import { migrations } from '#server/store/migrate.ts'
import { addInbound, clients } from '#test/inbounds.ts'
import { type TestPanel, testPanel, type Visitor } from '#test/panel.ts'

// Search covers email, subId and comment, ignores case in any script, and takes every character literally.

const people = [
  { email: 'Ann', subId: 'sub-ann', comment: '100% paid' },
  { email: 'bob_1', subId: 'SUB-Bob', comment: 'a_b\\c "quoted" and \'single\'' },
  { email: 'ÉLAN', subId: 'e1', comment: 'Привет, МИР' },
  { email: 'emoji😀', subId: 'e2', comment: '🧑‍🚀 flies' },
  { email: 'sigma', subId: 'e3', comment: 'ΟΔΟΣ' },
  { email: 'dotted', subId: 'e4', comment: 'İstanbul' },
  { email: 'lines', subId: 'e5', comment: 'first\nsecond' },
  ...Array.from({ length: 30 }, (_, i) => ({ email: `many${i}`, subId: `m-${i}`, comment: 'Crowd' })),
]

const needles = [
  ...[
    '%',
    '_',
    "'",
    '"',
    '\\',
    '\\c',
    'a_b',
    '0%',
    '😀',
    '🧑‍🚀',
    '🚀',
    'ANN',
    'sub-BOB',
    'élan',
    'ÉLAN',
    'ПРИВЕТ',
    'мир',
  ],
  ...[
    'οδος',
    'ΟΔΟΣ',
    'istanbul',
    'İSTANBUL',
    'st\nsec',
    'n',
    '1',
    '7',
    '37',
    'crowd',
    'nobody at all',
    '*',
    '?',
    '[a-z]',
  ],
]

let t: TestPanel
let me: Visitor
beforeAll(async () => {
  t = await testPanel()
  me = await t.login()
  const { id } = await addInbound(me)
  const list = people.map((client) => ({ client, inboundIds: [id] }))
  expect((await me.post(`${clients}/bulkCreate`, list)).obj).toMatchObject({ created: people.length })
})
afterAll(() => t.stop())

const page = async (needle: string, rest = '', size = 200) => {
  const query = `pageSize=${size}&search=${encodeURIComponent(needle)}${rest}`
  return (await me.get<ClientPage>(`${clients}/list/paged?${query}`)).obj
}
/** Letter by letter, as the core folds emails: no special case for a final sigma or a dotted I. */
const fold = (text: string) => Array.from(text, (c) => (c === 'İ' ? 'i' : c.toLowerCase())).join('')
const expected = (needle: string) =>
  people
    .filter((p) => [p.email, p.subId, p.comment].some((text) => fold(text).includes(fold(needle))))
    .map((p) => p.email)

describe('search', () => {
  it.each(needles)('%j is found literally, ignoring case', async (needle) => {
    const found = await page(needle)
    expect(found.items.map((i) => i.email)).toEqual(expected(needle))
    expect([found.filtered, found.total]).toEqual([expected(needle).length, people.length])
    // The same with a filter that matches everybody, which is another query.
    const filtered = await page(needle, '&usageFrom=0')
    expect(filtered.items.map((i) => i.email)).toEqual(expected(needle))
    expect((await page(needle, '&order=descend')).items.map((i) => i.email)).toEqual(
      expected(needle).reverse(),
    )
  })

  it.each(['', '&order=descend'])(
    'pages add up to all hits, each once, and the count is right past the end%s',
    async (order) => {
      const whole = (await page('crowd', order)).items.map((i) => i.email)
      const parts: string[] = []
      for (let n = 1; n <= 7; n++) {
        const part = await page('crowd', `${order}&page=${n}`, 7)
        expect([part.filtered, part.items.length]).toEqual([30, n < 5 ? 7 : n === 5 ? 2 : 0])
        parts.push(...part.items.map((i) => i.email))
      }
      expect(parts).toEqual(whole)
    },
  )

  it('spaces around the text are ignored, and a blank text is no search', async () => {
    expect((await page('  ANN ')).items.map((i) => i.email)).toEqual(expected('ann'))
    expect((await page('   ')).filtered).toBe(people.length)
  })

  it('an edit is found by the next search, and the old value is not', async () => {
    expect((await page('fresh words')).filtered).toBe(0)
    await me.post(`${clients}/update/many3`, { email: 'Renamed3', comment: 'Fresh Words' })
    expect((await page('fresh words')).items.map((i) => i.email)).toEqual(['Renamed3'])
    expect((await page('many3')).items.map((i) => i.email)).not.toContain('many3')
    await me.post(`${clients}/del/Renamed3`)
    expect((await page('fresh words')).filtered).toBe(0)
  })

  it('a database from before the column is folded by the same rule', async () => {
    const { db } = t.panel
    await db.write(async (tx) => {
      await sql`update clients set search_text = lower(email_key || ${'\n'} || sub_id || ${'\n'} || comment)`.execute(
        tx,
      )
      await migrations.find(({ name }) => name === '005-client-search')?.fill?.(tx, db.engine)
    })
    for (const needle of ['ПРИВЕТ', 'мир', 'οδοσ', 'istanbul', 'élan', '100%'])
      expect((await page(needle)).items.map((i) => i.email)).toEqual(expected(needle))
  })
})
