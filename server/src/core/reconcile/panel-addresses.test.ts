import { expect, test } from 'vitest'
import { createPanelAddresses } from './panel-addresses.ts'

test('a new address or another port is a change, and nothing else is', () => {
  let addresses = ['192.0.2.7']
  let ports = [2053, 2096]
  const watch = createPanelAddresses(() => ({ addresses, ports }))
  expect(watch.current()).toEqual({ addresses, ports })
  expect(watch.haveChanged()).toBe(false)

  addresses = ['2001:db8::7', '192.0.2.7']
  expect(watch.haveChanged()).toBe(true)
  expect(watch.current().addresses).toEqual(['192.0.2.7', '2001:db8::7'])

  addresses = ['192.0.2.7'] // a flapping interface
  expect(watch.haveChanged()).toBe(false)

  addresses = ['192.0.2.9']
  ports = [8443, 2096]
  expect(watch.haveChanged()).toBe(true)
  expect(watch.current()).toEqual({ addresses: ['192.0.2.9'], ports: [2096, 8443] })
})
