import type { NodeInput } from '#contract/node.ts'

const url = /^(https?):\/\/([^/?#]+)(\/[^?#]*)?/i

/** People paste the address of the panel from their browser: its parts go where they belong. */
export function takenApart(input: NodeInput): NodeInput {
  const [, scheme, host = '', path] = url.exec(input.address?.trim() ?? '') ?? []
  if (!scheme) return input
  const [, address = host, port] = /^(.*?)(?::(\d{1,5}))?$/.exec(host) ?? []
  const usual = scheme.toLowerCase() === 'https' ? 443 : 80
  return {
    ...input,
    scheme: scheme.toLowerCase(),
    address,
    port: port === undefined ? (input.port ?? usual) : Number(port),
    basePath:
      input.basePath && input.basePath !== '/' ? input.basePath : (path ?? '/').replace(/panel\/.*$/, ''),
  }
}
