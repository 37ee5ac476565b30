/** The few pure globals that links and schemas need. Nothing else is declared, so impure code does not compile. */
declare class URLSearchParams {
  constructor(init?: string | Record<string, string> | [string, string][])
  append(name: string, value: string): void
  set(name: string, value: string): void
  get(name: string): string | null
  has(name: string): boolean
  delete(name: string): void
  toString(): string
  [Symbol.iterator](): IterableIterator<[string, string]>
}
declare class URL {
  constructor(url: string, base?: string | URL)
  href: string
  protocol: string
  username: string
  password: string
  host: string
  hostname: string
  port: string
  pathname: string
  search: string
  hash: string
  readonly origin: string
  readonly searchParams: URLSearchParams
  toString(): string
}
declare class TextEncoder {
  encode(input?: string): Uint8Array
}
declare class TextDecoder {
  constructor(label?: string, options?: { fatal?: boolean })
  decode(input?: Uint8Array): string
}
declare function btoa(data: string): string
declare function atob(data: string): string
