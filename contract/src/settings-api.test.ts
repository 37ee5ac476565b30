import { describe, expect, it } from 'vitest'
import { SecretUpdate, settingApi } from './settings-api.ts'
import { type EndpointSpec, guardOf, methodsOf, pathsOf } from './wire.ts'

const endpoints: [string, EndpointSpec][] = Object.entries(settingApi)

describe('setting endpoints', () => {
  it.each(endpoints)('%s answers under both prefixes and takes a bearer on one', (_, e) => {
    const [page, api, ...rest] = pathsOf(e)
    expect(rest).toEqual([])
    expect(api).toBe(page?.replace('/panel/setting/', '/panel/api/setting/'))
    expect([guardOf(page ?? ''), guardOf(api ?? '')]).toEqual(['session', 'api'])
  })

  it('lets reads answer GET and keeps GET away from what changes something', () => {
    const answersGet = endpoints.filter(([, e]) => methodsOf(e).includes('GET')).map(([name]) => name)
    expect(answersGet.sort()).toEqual(
      ['all', 'apiTokens', 'defaultSettings', 'factoryDefaults', 'getDefaultJsonConfig'].sort(),
    )
  })

  it.each([
    ['tgBotToken', 'tgBotToken'],
    ['warpSecret', 'warp'],
    ['nord', 'nord'],
  ])('takes the secret %s', (sent, key) => {
    expect(SecretUpdate.parse({ key: sent, value: '' })).toMatchObject({ key, value: '' })
  })

  it.each(['webPort', 'secret', '__proto__', 'constructor'])('refuses %s as a secret', (key) => {
    expect(SecretUpdate.safeParse({ key, value: 'x' }).error?.issues[0]?.message).toContain(
      'key must be one of',
    )
  })
})
