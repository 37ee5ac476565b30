import type { Node, NodeInput, TlsVerifyMode } from '#contract/node.ts'
import { takenApart } from '#domain/nodes/taken-apart.ts'

/** A node as its form holds it. The token is never sent to the browser, so it starts blank. */
export const blankForm = {
  /** In the place of address, token and certificate; only for a new node. */
  join: '',
  name: '',
  remark: '',
  scheme: 'https' as 'http' | 'https',
  address: '',
  port: '' as number | string,
  basePath: '/',
  apiToken: '',
  allowPrivateAddress: false,
  tlsVerifyMode: 'verify' as TlsVerifyMode,
  pinnedCertSha256: '',
  trafficMultiplier: 1 as number | string,
}
export type NodeForm = typeof blankForm

export const modes = ['verify', 'pin', 'skip'] as const satisfies readonly TlsVerifyMode[]
const schemeOf = (scheme: string | undefined) => (scheme === 'http' ? 'http' : 'https')

export function formOf(node: Node): NodeForm {
  const { name, remark, address, port, basePath, allowPrivateAddress, pinnedCertSha256, trafficMultiplier } =
    node
  return {
    ...{ name, remark, address, port, basePath, allowPrivateAddress, pinnedCertSha256, trafficMultiplier },
    scheme: schemeOf(node.scheme),
    join: '',
    apiToken: '',
    tlsVerifyMode: modes.find((mode) => mode === node.tlsVerifyMode) ?? 'verify',
  }
}

/** `id`: a stored node, whose token is used where none is typed. */
export function bodyOf({ port, join, trafficMultiplier: typed, ...rest }: NodeForm, id?: number): NodeInput {
  const { name, remark, allowPrivateAddress } = rest
  const trafficMultiplier = typed === '' ? 1 : Number(typed)
  if (join.trim() !== '') return { join, name, remark, allowPrivateAddress, trafficMultiplier }
  return { ...rest, trafficMultiplier, port: Number(port) || 0, ...(id !== undefined && { id }) }
}

/** Splits the address of a panel, as copied from a browser, into its fields. */
export function withUrl(form: NodeForm): NodeForm {
  if (form.join.trim() !== '') return form
  const { port: _, ...given } = bodyOf({ ...form, basePath: '' })
  const parts = takenApart(given)
  if (parts.address === form.address) return form
  return {
    ...form,
    scheme: schemeOf(parts.scheme),
    address: parts.address ?? form.address,
    port: parts.port ?? form.port,
    basePath: parts.basePath ?? form.basePath,
  }
}
