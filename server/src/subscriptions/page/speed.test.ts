import { IncomingMessage } from 'node:http'
import { Socket } from 'node:net'
import { describe, expect, it } from 'vitest'
import { defaults } from '#domain/settings/stored.ts'
import type { ToldTerms } from '../../store/terms.ts'
import type { Member } from '../feed.ts'
import { createPage } from './page.ts'

const now = 1_800_000_000_000
const page = createPage({ online: { has: () => false }, now: () => now })
const ann: Member = {
  ...{ email: 'ann', enable: true, slowed: '', lastOnline: 0 },
  ...{ up: 1, down: 2, used: 3, total: 8, expiryTime: now + 1, sharedBy: '' },
}
const calm: ToldTerms = {
  ...{ email: 'ann', renews: false, endSpeed: 0, fairUse: 0, fairUseSpeed: 0 },
  down: { speed: 0, reason: '' },
  up: { speed: 0, reason: '' },
}

function text({ terms, holder = {} }: { terms: readonly ToldTerms[]; holder?: Partial<Member> }): string {
  const members = [{ ...ann, ...holder }]
  return page({
    holder: { subId: 'abc', members, limited: [] },
    ...{ settings: defaults, urls: { raw: 'https://sub.example/sub/abc' }, links: [], terms },
    request: new IncomingMessage(new Socket()),
    query: new URLSearchParams(),
  }).body
}

describe('the info page', () => {
  it('says the speed that holds now with the reason, and what happens at the end', () => {
    const terms = {
      ...calm,
      down: { speed: 16e6, reason: 'plan' },
      up: { speed: 5e5, reason: 'group' },
    } as const
    const body = text({ terms: [terms] })
    for (const said of ['↓ 16 Mbit/s · ↑ 0.5 Mbit/s', '↓ Set by your plan', '↑ Set for your group'])
      expect(body).toContain(said)
    expect(body).toContain('<dt>When data or time runs out</dt><dd><span>Your connection stops</span></dd>')
    expect(text({ terms: [{ ...terms, endSpeed: 1e6, renews: true }] })).toContain(
      '<span>You stay connected at 1 Mbit/s</span><p class="soft">Renews automatically on the last day</p>',
    )
    expect(text({ terms: [calm] })).toContain('<dt>Speed</dt><dd><span>No limit</span></dd>')
    expect(text({ terms: [calm], holder: { total: 0, expiryTime: 0 } })).not.toContain(
      'When data or time runs out',
    )
    const day = { ...calm, up: { speed: 1e6, reason: 'day' }, fairUse: 2 ** 30, fairUseSpeed: 2e6 } as const
    expect(text({ terms: [day] })).toContain('↓ No limit · ↑ 1 Mbit/s')
    expect(text({ terms: [day] })).toContain('Slow until midnight')
    expect(text({ terms: [day] })).toContain('1 GB at full speed, then 2 Mbit/s until midnight')
    const other = { ...calm, down: { speed: 0, reason: 'inbounds' } } as const
    expect(text({ terms: [other] })).toContain('<dt>Speed</dt><dd><span>↓ Depends on the server</span></dd>')
  })

  it('says each term of several clients once, or whose it is', () => {
    const bob = { ...calm, email: 'bob' }
    const rows = (body: string) => body.match(/<span>No limit<\/span>/g)?.length
    expect(rows(text({ terms: [calm, bob] }))).toBe(1)
    const body = text({ terms: [calm, { ...bob, down: { speed: 8e6, reason: 'client' } }] })
    expect(body).toContain('<bdi>bob</bdi></p><span>↓ 8 Mbit/s · ↑ No limit</span>')
    expect(rows(body)).toBe(1)
  })

  it('says that a client past its quota or end goes on slowly, instead of that it has ended', () => {
    const terms = [{ ...calm, down: { speed: 1e6, reason: 'ended' }, endSpeed: 1e6 } as const]
    const body = text({ terms, holder: { slowed: 'ended', expiryTime: now - 1 } })
    expect(body).toContain('<span class="pill bad">Slow</span>')
    expect(body).toContain('You stay connected at 1 Mbit/s until this subscription is renewed.')
    expect(body).not.toContain('This subscription has ended')
  })
})
