import { expect, test } from 'vitest'
import { createPanelAddresses } from './panel-addresses.ts'

test('the core is updated for a new address or another port, and for nothing else', async () => {
  let addresses = ['192.0.2.7']
  let ports = [2053, 2096]
  let applied = 0
  const doors = createPanelAddresses({
    addresses: () => addresses,
    ports: () => ports,
    apply: async () => void applied++,
  })
  expect(doors.current()).toEqual({ addresses, ports })
  await doors.look()
  expect(applied).toBe(0)

  addresses = ['2001:db8::7', '192.0.2.7']
  await doors.look()
  expect(applied).toBe(1)
  expect(doors.current().addresses).toEqual(['192.0.2.7', '2001:db8::7'])

  addresses = ['192.0.2.7'] // a flapping interface
  await doors.look()
  expect(applied).toBe(1)

  addresses = ['192.0.2.9']
  ports = [8443, 2096]
  await doors.look()
  expect(applied).toBe(2)
  expect(doors.current()).toEqual({ addresses: ['192.0.2.9'], ports: [2096, 8443] })
})
