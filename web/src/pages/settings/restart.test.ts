import { describe, expect, it } from 'vitest'
import { addressAfter, afterSave } from './restart.ts'

const running = { webPort: 2053, webBasePath: '/a/', webCertFile: '' }
const here = new URL('http://127.0.0.1:2053/a/panel/settings?section=panel')

describe('the address after a restart', () => {
  it('follows port, base path and certificate', () => {
    const saved = { webPort: 8443, webBasePath: '/b/', webCertFile: '/etc/c.pem' }
    expect(addressAfter(here, '/a/', running, saved)).toBe('https://127.0.0.1:8443/b/panel/settings')
  })

  it('has the base path as the panel stores it', () => {
    const saved = afterSave(running, { changes: [{ key: 'webBasePath', before: '/a/', after: '/s3cret/' }] })
    expect(addressAfter(here, '/a/', running, saved)).toBe('http://127.0.0.1:2053/s3cret/panel/settings')
  })

  it('is undefined if only other settings changed', () => {
    expect(addressAfter(here, '/a/', running, running)).toBeUndefined()
  })

  it('keeps the port of a proxy, whose address the panel does not know', () => {
    const proxied = new URL('https://panel.example.com/a/panel/settings')
    expect(addressAfter(proxied, '/a/', running, { ...running, webPort: 9000 })).toBeUndefined()
    expect(addressAfter(proxied, '/a/', running, { ...running, webBasePath: '/c/' })).toBe(
      'https://panel.example.com/c/panel/settings',
    )
  })
})
