import { expect, it } from 'vitest'
import { withSubscriptions } from './listed-outbound.ts'

const tags = (names: string) => names.split(' ').map((tag) => ({ tag, protocol: 'socks' }))

it('puts subscribed outbounds around the own ones and leaves out tags that are taken', () => {
  const merged = withSubscriptions(tags('direct blocked'), [
    { prepend: false, outbounds: tags('a b direct') },
    { prepend: true, outbounds: tags('c blocked') },
    { prepend: false, outbounds: tags('b c d') },
  ])
  expect(merged.map((o) => o.tag)).toEqual(['c', 'direct', 'blocked', 'a', 'b', 'd'])
})
