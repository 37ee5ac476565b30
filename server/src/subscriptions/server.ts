import type { RequestListener } from 'node:http'

/** Until there are subscriptions every id is unknown: 404 with an empty body, like any unknown id later. */
export const subscriptionHandler: RequestListener = (_request, response) => {
  response.writeHead(404, {
    'content-length': '0',
    'cache-control': 'no-store',
    'x-content-type-options': 'nosniff',
    'referrer-policy': 'no-referrer',
    'content-security-policy': "default-src 'none'; frame-ancestors 'none'",
  })
  response.end()
}
