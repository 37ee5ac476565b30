import { escaped, type Params, queryOf, uriOf } from './escape.ts'
import { keptText } from './kept-text.ts'
import type { EntryOf } from './link.ts'
import { securityParams } from './link-params.ts'

/** Hysteria's own parameter names. */
function tlsParams({ security }: EntryOf<'hysteria'>): Params {
  const { pcs = '', allowInsecure = '', ...rest } = securityParams(security)
  const [pin = ''] = pcs.split(',')
  return { ...rest, insecure: allowInsecure, pinSHA256: pin }
}

/** Version 2 under either name of the inbound (R27): `hysteria2://auth@host:port?...#remark`. */
export function hysteriaLink(entry: EntryOf<'hysteria'>): string {
  const { auth, obfs, ports } = entry.access
  const query = keptText(entry, `hysteria2\n${obfs}\n${ports}`, () =>
    queryOf({
      ...tlsParams(entry),
      obfs: obfs ? 'salamander' : '',
      'obfs-password': obfs,
      mport: ports,
    }),
  )
  return uriOf(entry, 'hysteria2', escaped(auth), query)
}
