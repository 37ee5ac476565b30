import type { networkInterfaces } from 'node:os'
import { expect, test } from 'vitest'
import { createOwnAddress } from './own-address.ts'

const replying = (answer: (url: string) => string) => {
  const asked: string[] = []
  const safeFetch = async (url: string) => {
    asked.push(url)
    const text = answer(url)
    return {
      status: 200,
      headers: new Map<string, string>(),
      bytes: new Uint8Array(),
      text: () => text,
      json: async () => null,
    }
  }
  return { asked, egress: { safeFetch } }
}

const interfacesWith =
  (...addresses: string[]) =>
  (): ReturnType<typeof networkInterfaces> => ({
    eth0: addresses.map((address) => ({
      ...{ address, netmask: '', mac: '', cidr: null, internal: false, family: 'IPv4' as const },
    })),
  })

test('an address of an interface is taken without asking anybody', async () => {
  const { asked, egress } = replying(() => '198.51.99.1')
  expect(await createOwnAddress(egress, interfacesWith('8.8.4.4')).find()).toBe('8.8.4.4')
  expect(asked).toEqual([])
})

test('behind NAT the first good answer counts, and is asked for once', async () => {
  const { asked, egress } = replying((url) =>
    url.includes('ident') ? ' 9.9.9.9\n' : '<html>10.0.0.1</html>',
  )
  const address = createOwnAddress(egress, interfacesWith())
  expect(await address.find()).toBe('9.9.9.9')
  expect(await address.find()).toBe('9.9.9.9')
  expect(asked).toHaveLength(3)
})

test('private and unreadable answers are no address', async () => {
  const { egress } = replying((url) => (url.includes('ident') ? '192.168.1.7' : 'nobody'))
  expect(await createOwnAddress(egress, interfacesWith()).find()).toBe('')
})
