import fc from 'fast-check'
import type { Advertised } from '#domain/links/advertised.ts'
import { asAdvertised, entriesOf, linkCells, variantInbound } from './test-entries.ts'

const traps = [
  'yes',
  'NO',
  'on',
  '~',
  'null',
  'true',
  '0123',
  '0o17',
  '0x1f',
  '1:20',
  '1:20:30',
  '2026-11-15',
  '2026-11-15T10:00:00Z',
  '12345e67',
  '.inf',
  '.nan',
  '1_000',
  '=',
  '<<',
  '- a',
  '? a',
  'a: b',
  'a #b',
  '#a',
  '&a',
  '*a',
  '!a',
  '%a',
  '@a',
  '`a',
  '{a}',
  '[a]',
  '|',
  '>',
  '"',
  "'",
  '\\',
  '"\n- x: "',
  'a\r\nb',
  '\t',
  ' a ',
  '\u0000',
  '\u0085',
  '\u2028',
  '\ufeff',
  '\uffff',
  '🌊',
  'PROXY',
  'DIRECT',
  'auto',
  '#&+%',
]

/** Texts that some format could take for something else. */
export const anyText: fc.Arbitrary<string> = fc.oneof(
  fc.constantFrom(...traps),
  fc.string({ unit: 'binary', minLength: 1, maxLength: 12 }),
  fc.string({ minLength: 1, maxLength: 12 }),
)

const dialledByAll = [
  'vless-tcp-tls',
  'vless-ws-none',
  'vmess-httpupgrade-tls',
  'trojan-grpc-reality',
  'hysteria-hysteria-tls',
]
const bases: readonly Advertised[] = linkCells
  .filter(({ name }) => dialledByAll.includes(name))
  .flatMap((variant) => entriesOf(asAdvertised(variantInbound(variant), variant.name)))

function withSecrets(entry: Advertised, secret: string): Advertised['access'] {
  const { access } = entry
  if (access.protocol === 'trojan') return { ...access, password: secret }
  if (access.protocol === 'hysteria') return { ...access, auth: secret, obfs: secret }
  return access
}

/** An entry that every program can dial, with such texts wherever a person can write one. */
export const withTexts: fc.Arbitrary<Advertised> = fc
  .record({
    base: fc.constantFrom(...bases),
    remark: anyText,
    path: anyText.map((text) => `/${text}`),
    host: anyText,
    header: anyText,
    secret: anyText,
    sni: anyText,
    serviceName: anyText.map((text) => text.replace(/^\/+/, '')),
  })
  .map(({ base, remark, path, host, header, secret, sni, serviceName }) => ({
    ...base,
    remark,
    access: withSecrets(base, secret),
    transport: { ...base.transport, path, host, serviceName, headers: { [header]: header } },
    security: base.security.kind === 'none' ? base.security : { ...base.security, sni },
  }))
