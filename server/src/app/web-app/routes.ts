import { join } from 'node:path'
import { sendText } from '../../platform/http/compression.ts'
import { sendEmpty } from '../../platform/http/envelope.ts'
import type { Raw } from '../../platform/http/mount.ts'
import type { HttpReply } from '../../platform/http/reply.ts'
import type { HttpRequest } from '../../platform/http/request.ts'
import { sendAsset } from './assets.ts'
import { createHtml } from './html.ts'

interface Options {
  webRoot: string
  basePath: string
  version: string
  isDemo: boolean
}

const notPages = /^\/panel\/((api|setting)(\/|$)|xray\/.)/

export function pageRoutes(raw: Raw, { webRoot, basePath, version, isDemo }: Options): void {
  const render = createHtml(webRoot, basePath, isDemo)

  function sendPage(reply: HttpReply, shownVersion: string | undefined) {
    const { body, csp } = render(shownVersion)
    reply
      .header('content-security-policy', csp)
      .header('cache-control', 'no-cache, no-store, must-revalidate')
      .header('pragma', 'no-cache')
      .header('expires', '0')
      .header('content-type', 'text/html; charset=utf-8')
    return sendText(reply, body)
  }

  raw({
    method: 'GET',
    path: '/',
    guard: 'open',
    summary: 'The login page',
    handler: (request, reply) =>
      request.caller.kind === 'user'
        ? reply.code(307).header('cache-control', 'no-store').header('location', `${basePath}panel/`).send('')
        : sendPage(reply, undefined),
  })
  const page = (request: HttpRequest, reply: HttpReply) => {
    const path = request.url.slice(basePath.length - 1).split('?')[0] ?? ''
    return notPages.test(path) ? sendEmpty(reply, 404) : sendPage(reply, version)
  }
  raw({ method: 'GET', path: '/panel', guard: 'session', summary: 'The web app', handler: page })
  raw({ method: 'GET', path: '/panel/*', guard: 'session', summary: 'The web app', handler: page })

  redirects(raw, basePath)
  const assets = join(webRoot, 'assets')
  raw({
    method: 'GET',
    path: '/assets/*',
    guard: 'open',
    summary: "The web app's files",
    handler: ({ params }, reply) => sendAsset(reply, assets, params['*'] ?? ''),
  })
  if (basePath === '/') {
    raw({
      method: 'GET',
      path: '/.well-known/appspecific/com.chrome.devtools.json',
      guard: 'open',
      summary: "A browser's developer tools ask for it",
      handler: (_request, reply) =>
        reply.header('content-type', 'application/json; charset=utf-8').send('{}'),
    })
  }
}

/** Old URLs of 3x-ui. */
function redirects(raw: Raw, basePath: string) {
  const moved: [from: string, to: string][] = [
    ['/panel/API', '/panel/api'],
    ['/xui/API', '/panel/api'],
    ['/xui', '/panel'],
  ]
  for (const [from, to] of moved) {
    for (const path of [from, `${from}/*`]) {
      raw({
        method: ['GET', 'POST'],
        path,
        guard: 'open',
        summary: `Moved to ${to}`,
        handler: (request, reply) => {
          const rest = request.url.slice(basePath.length - 1 + from.length)
          return reply
            .code(301)
            .header('location', `${basePath}${to.slice(1)}${rest}`)
            .send('')
        },
      })
    }
  }
}
