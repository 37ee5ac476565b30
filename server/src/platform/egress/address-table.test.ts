import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { Refusal } from '#domain/refusal.ts'
import { createWorld, type Site, startSite } from '#test/fixtures/loopback-net.ts'
import { createEgress } from './safe-fetch.ts'

// Every notation is entered as a person would type it; the test is whether anything was dialled.
const refusedLiterals = [
  // loopback
  'http://127.0.0.1/',
  'http://127.0.0.1./',
  'http://127.1/',
  'http://127.0.1/',
  'http://127.255.255.254/',
  'http://2130706433/',
  'http://0x7f000001/',
  'http://0X7F.1/',
  'http://0x7f.0x0.0x0.0x1/',
  'http://017700000001/',
  'http://0177.0.0.1/',
  'http://0177.0.0.01/',
  'http://00000177.0.0.1/',
  'http://127.0.0x1/',
  'http://%31%32%37.0.0.1/',
  'http://127%2E0%2E0%2E1/',
  'http://１２７.０.０.１/',
  'http://①②⑦.⓪.⓪.①/',
  'http://127。0。0。1/',
  'http://127．0．0．1/',
  'http:127.0.0.1/',
  'http:/127.0.0.1/',
  'http:\\\\127.0.0.1\\',
  'http:///127.0.0.1/',
  '  http://127.0.0.1/  ',
  'ht\ntp://127.0.\t0.1/',
  'HTTP://127.0.0.1:80/',
  'https://127.0.0.1/',
  'http://127.0.0.1#@8.8.8.8/',
  'http://127.0.0.1?@8.8.8.8/',
  'http://127.0.0.1\\@8.8.8.8/',
  'http://[::1]/',
  'http://[0:0:0:0:0:0:0:1]/',
  'http://[0000:0000::0001]:8080/',
  'http://[::0001]/',
  'http://[::0.0.0.1]/',
  // unspecified and this network
  'http://0.0.0.0/',
  'http://0/',
  'http://0x0/',
  'http://00/',
  'http://0.1.2.3/',
  'http://[::]/',
  'http://[0::0]/',
  // private
  'http://10.0.0.1/',
  'http://10.1/',
  'http://167772161/',
  'http://012.0.0.1/',
  'http://0xa.0.0.1/',
  'http://172.16.0.1/',
  'http://172.31.255.255/',
  'http://192.168.1.1/',
  'http://192.168.257/',
  'http://3232235777/',
  'http://[fec0::1]/',
  'http://[fc00::1]/',
  'http://[fd00:ec2::254]/',
  // link-local and cloud platforms
  'http://169.254.169.254/latest/meta-data/',
  'http://0251.0376.0251.0376/',
  'http://2852039166/',
  'http://0xA9FEA9FE/',
  'http://[fe80::1]/',
  'http://[febf::1]/',
  'http://168.63.129.16/',
  'http://100.100.100.200/',
  // shared, reserved, benchmark, documentation
  'http://100.64.0.1/',
  'http://100.127.255.255/',
  'http://192.0.0.1/',
  'http://192.0.2.1/',
  'http://198.18.0.1/',
  'http://198.19.255.255/',
  'http://198.51.100.1/',
  'http://203.0.113.1/',
  'http://192.88.99.1/',
  'http://240.0.0.1/',
  'http://[2001:db8::1]/',
  'http://[3fff::1]/',
  'http://[2001:2::1]/',
  'http://[100::1]/',
  'http://[5f00::1]/',
  'http://[4000::1]/',
  // multicast and broadcast
  'http://224.0.0.1/',
  'http://239.255.255.250/',
  'http://255.255.255.255/',
  'http://4294967295/',
  'http://[ff02::1]/',
  // IPv4 inside IPv6, even if it is public
  'http://[::ffff:127.0.0.1]/',
  'http://[::ffff:7f00:1]/',
  'http://[0:0:0:0:0:ffff:7f00:0001]/',
  'http://[::ffff:10.0.0.1]/',
  'http://[::ffff:8.8.8.8]/',
  'http://[::127.0.0.1]/',
  'http://[::8.8.8.8]/',
  'http://[::ffff:0:127.0.0.1]/',
  'http://[64:ff9b::127.0.0.1]/',
  'http://[64:ff9b::8.8.8.8]/',
  'http://[64:ff9b:1::10.0.0.1]/',
  'http://[2002:7f00:1::]/',
  'http://[2002:0808:0808::1]/',
  'http://[2001:0:7f00:1::]/',
  'http://[2a00:1450::5efe:10.0.0.1]/',
]

// Not addresses at all: refused by the URL parser or by egress before any lookup.
const refusedTexts = [
  '',
  'not a url',
  '//127.0.0.1/',
  'http://',
  'http://127.0.0.1.1/',
  'http://256.0.0.1/',
  'http://4294967296/',
  'http://0x100000000/',
  'http://1.2.3.4\u0000/',
  'http://127.0.0.08/',
  'http://[::1%25lo]/',
  'http://[fe80::1%25eth0]/',
  'http://[fe80::1%eth0]/',
  'http://[::1/',
  'http://[::ffff:127.0.0.1.]/',
  'http://exa mple.com/',
  'http://example.com:99999/',
  'http://user@example.com/',
  'http://user:secret@example.com/',
  'http://:secret@example.com/',
  'http://8.8.8.8@127.0.0.1/',
  'ftp://8.8.8.8/',
  'file:///etc/passwd',
  'gopher://8.8.8.8/',
  'data:text/plain,hi',
  'unix:///run/x.sock',
  'javascript:alert(1)',
  'ws://8.8.8.8/',
]

const refusedNames: Record<string, readonly string[]> = {
  localhost: ['127.0.0.1', '::1'],
  'panel.localhost': ['127.0.0.1'],
  'loop.example': ['127.0.0.1'],
  'loop6.example': ['::1'],
  'lan.example': ['192.168.0.10'],
  'ula.example': ['fd12::1'],
  'zone.example': ['fe80::1%eth0'],
  'mapped.example': ['::ffff:10.0.0.1'],
  'both.example': ['93.184.215.14', '10.0.0.1'],
  'both6.example': ['2606:4700::1', '::1'],
  'last.example': ['1.1.1.1', '1.0.0.1', '8.8.8.8', '0.0.0.0'],
  'odd.example': ['0177.0.0.1'],
  'garbage.example': ['nonsense'],
  'xn--bcher-kva.example': ['10.9.8.7'],
}

const accepted: readonly (readonly [string, string])[] = [
  ['http://8.8.8.8/', '8.8.8.8'],
  ['http://134744072/', '8.8.8.8'],
  ['http://0x08080808/', '8.8.8.8'],
  ['http://010.8.8.8/', '8.8.8.8'],
  ['http://8.8.2056/', '8.8.8.8'],
  ['http://８.8.8.8./', '8.8.8.8'],
  ['http://9.255.255.255/', '9.255.255.255'],
  ['http://11.0.0.0/', '11.0.0.0'],
  ['http://172.32.0.1/', '172.32.0.1'],
  ['http://100.128.0.1/', '100.128.0.1'],
  ['http://223.255.255.255/', '223.255.255.255'],
  ['http://[2606:4700:4700::1111]/', '2606:4700:4700::1111'],
  ['http://[2606:4700:4700:0:0:0:0:1111]:8443/', '2606:4700:4700::1111'],
  ['http://public.example/', '93.184.215.14'],
  ['http://PUBLIC.example./', '93.184.215.14'],
  ['http://public%2Eexample:81/x?y#z', '93.184.215.14'],
]

let site: Site
beforeAll(async () => {
  site = await startSite((_request, response) => response.end('hello'))
})
afterAll(() => site.stop())

function setUp() {
  const entries = Object.entries(refusedNames).map(([name, answer]) => [name, [answer]] as const)
  const names = { ...Object.fromEntries(entries), 'public.example': [['93.184.215.14']] }
  const world = createWorld(names, () => site.port)
  return { world, ...createEgress(world) }
}

test('the table has enough notations', () => {
  expect(refusedLiterals.length + refusedTexts.length + Object.keys(refusedNames).length).toBeGreaterThan(120)
  expect(new Set([...refusedLiterals, ...refusedTexts]).size).toBe(
    refusedLiterals.length + refusedTexts.length,
  )
})

describe('refused and never dialled', () => {
  test.each(refusedLiterals)('%j', async (url) => {
    const { safeFetch, checkUrl, world } = setUp()
    await expect(safeFetch(url)).rejects.toThrow(/^refused: .+ is .+ only public addresses may be called\.$/)
    await expect(checkUrl(url)).rejects.toThrow(Refusal)
    expect(world.dialled).toEqual([])
    expect(world.looked).toEqual([])
  })

  test.each(refusedTexts)('%j', async (url) => {
    const { safeFetch, checkUrl, world } = setUp()
    await expect(safeFetch(url)).rejects.toThrow(Refusal)
    await expect(safeFetch(url, { allowPrivateAddress: true })).rejects.toThrow(Refusal)
    await expect(checkUrl(url)).rejects.toThrow(Refusal)
    expect(world.dialled).toEqual([])
    expect(world.looked).toEqual([])
  })

  test.each(Object.keys(refusedNames))('http://%s/', async (name) => {
    const { safeFetch, world } = setUp()
    await expect(safeFetch(`http://${name}/`)).rejects.toThrow(`refused: ${name} resolves to`)
    await expect(safeFetch(`http://${name.toUpperCase()}./`)).rejects.toThrow('refused: ')
    expect(world.dialled).toEqual([])
  })
})

test.each(accepted)('%j is dialled at %s', async (url, address) => {
  const { safeFetch, checkUrl, world } = setUp()
  await checkUrl(url)
  expect((await safeFetch(url)).text()).toBe('hello')
  expect(world.dialled).toEqual([address])
})
