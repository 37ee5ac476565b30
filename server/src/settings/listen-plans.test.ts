import { expect, it } from 'vitest'
import { defaults } from '#domain/settings/stored.ts'
import { readConfig } from '../platform/config.ts'
import { planListeners } from './listen-plans.ts'

it('plain HTTP in public: only for subscriptions, and only where the setting says so', () => {
  const everywhere = { ...defaults, webListen: '0.0.0.0', subListen: '0.0.0.0' }
  const transports = (settings: typeof defaults) => {
    const { panel, sub } = planListeners(readConfig({}, {}), settings)
    return [panel.transport, sub.transport]
  }
  expect(transports(everywhere)).toEqual(['self-signed', 'self-signed'])
  expect(transports({ ...everywhere, subPlainHttp: true })).toEqual(['self-signed', 'plain'])
  expect(transports({ ...everywhere, subPlainHttp: true, subCertFile: '/c.pem' })[1]).toBe('configured')
})
