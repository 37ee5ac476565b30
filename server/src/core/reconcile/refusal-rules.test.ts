import { expect, it } from 'vitest'
import { refusalRules, withRefusals } from './refusal-rules.ts'

it('a client is refused only from its addresses, whatever its name', () => {
  const [ann, odd] = refusalRules([
    { user: 'ann', sources: ['192.0.2.1', '2001:db8::/64'] },
    { user: 'regexp:.*', sources: ['192.0.2.2'] },
  ])
  expect(ann).toMatchObject({
    user: ['ann', 'regexp:(?i)^-?[0-9]*(?:\\+[0-9]+)?(?:@[0-9]+)?/(?:ann)$'],
    source: ['192.0.2.1', '2001:db8::/64'],
    outboundTag: 'sluice-refused',
  })
  const [matcher = ''] = Array.isArray(odd?.user) ? odd.user.map(String) : []
  const expression = new RegExp(matcher.replace(/^regexp:/, ''))
  expect(['regexp:.*', 'ann', 'regexp:x'].map((name) => expression.test(name))).toEqual([true, false, false])
})

it('come before the configuration’s own rules, each with a new tag', () => {
  const rules = withRefusals('g1', refusalRules([{ user: 'ann', sources: ['192.0.2.1'] }]), [
    { outboundTag: 'direct', ruleTag: 'old' },
  ])
  expect(rules.map(({ ruleTag }) => ruleTag)).toEqual(['front-g1-0', 'g1-0'])
})
