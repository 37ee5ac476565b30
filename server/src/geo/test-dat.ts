/** Writes geo files as the lists' makers do: for tests. */
const varint = (n: number): number[] => (n < 128 ? [n] : [(n % 128) + 128, ...varint(Math.floor(n / 128))])
const block = (id: number, bytes: Iterable<number>): number[] => {
  const body = [...bytes]
  return [...varint(id * 8 + 2), ...varint(body.length), ...body]
}
const number = (id: number, n: number): number[] => (n === 0 ? [] : [...varint(id * 8), ...varint(n)])
const text = (id: number, value: string) => block(id, new TextEncoder().encode(value))

const types = { keyword: 0, regexp: 1, domain: 2, full: 3 }
export interface TestDomain {
  type: keyof typeof types
  value: string
  attributes?: string[]
}

export const siteFile = (categories: Record<string, TestDomain[]>): Buffer =>
  Buffer.from(
    Object.entries(categories).flatMap(([code, domains]) =>
      block(1, [
        ...text(1, code),
        ...domains.flatMap(({ type, value, attributes = [] }) =>
          block(2, [
            ...number(1, types[type]),
            ...text(2, value),
            ...attributes.flatMap((name) => block(3, [...text(1, name), ...number(2, 1)])),
          ]),
        ),
      ]),
    ),
  )

export const ipFile = (categories: Record<string, [address: number[], prefix: number][]>): Buffer =>
  Buffer.from(
    Object.entries(categories).flatMap(([code, networks]) =>
      block(1, [
        ...text(1, code),
        ...networks.flatMap(([address, prefix]) => block(2, [...block(1, address), ...number(2, prefix)])),
      ]),
    ),
  )
