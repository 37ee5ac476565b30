import { request } from 'node:http'

export interface Fetched {
  status: number
  headers: Record<string, string>
  body: string
}

/** An app on the subscription port: `fetch` would not let a test choose its Host, nor omit Accept. */
export function subscriberOf(port: number) {
  return (path: string, headers: Record<string, string> = {}, method = 'GET'): Promise<Fetched> =>
    new Promise((resolve, reject) => {
      const call = request(
        { host: '127.0.0.1', port, path, method, headers: { host: 'sub.example', ...headers }, agent: false },
        (res) => {
          const parts: Buffer[] = []
          res.on('data', (part) => parts.push(part))
          res.on('end', () =>
            resolve({
              status: res.statusCode ?? 0,
              headers: Object.fromEntries(
                Object.entries(res.headers).map(([name, value]) => [name, String(value)]),
              ),
              body: Buffer.concat(parts).toString(),
            }),
          )
        },
      )
      call.on('error', reject)
      call.end()
    })
}

export type Subscriber = ReturnType<typeof subscriberOf>

/** The links of a raw subscription, one per line. */
export const linksIn = (body: string): string[] =>
  Buffer.from(body, 'base64')
    .toString()
    .split('\n')
    .filter((line) => line !== '')
