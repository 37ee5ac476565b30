import { existsSync } from 'node:fs'
import { join } from 'node:path'
import fastifyStatic from '@fastify/static'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { sendText } from '../../platform/http/compression.ts'
import { sendEmpty } from '../../platform/http/envelope.ts'
import type { Raw } from '../../platform/http/mount.ts'
import type { Http } from '../../platform/http/server.ts'
import { createHtml } from './html.ts'

interface Options {
  webRoot: string
  basePath: string
  version: string
}

const yearSeconds = 31_536_000
const notPages = /^\/panel\/((api|setting)(\/|$)|xray\/.)/

export async function pageRoutes(
  { http, raw, table }: Http,
  { webRoot, basePath, version }: Options,
): Promise<void> {
  const render = createHtml(webRoot, basePath)

  function sendPage(reply: FastifyReply, shownVersion: string | undefined) {
    const { body, csp } = render(shownVersion)
    reply
      .header('content-security-policy', csp)
      .header('cache-control', 'no-cache, no-store, must-revalidate')
      .header('pragma', 'no-cache')
      .header('expires', '0')
      .type('text/html; charset=utf-8')
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
  const page = (request: FastifyRequest, reply: FastifyReply) => {
    const path = request.url.slice(basePath.length - 1).split('?')[0] ?? ''
    return notPages.test(path) ? sendEmpty(reply, 404) : sendPage(reply, version)
  }
  raw({ method: 'GET', path: '/panel', guard: 'session', summary: 'The web app', handler: page })
  raw({ method: 'GET', path: '/panel/*', guard: 'session', summary: 'The web app', handler: page })

  redirects(raw, basePath)
  await assets({ http, table }, webRoot, basePath)
  if (basePath === '/') {
    raw({
      method: 'GET',
      path: '/.well-known/appspecific/com.chrome.devtools.json',
      guard: 'open',
      summary: "A browser's developer tools ask for it",
      handler: (_request, reply) => reply.type('application/json').send('{}'),
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

async function assets({ http, table }: Pick<Http, 'http' | 'table'>, webRoot: string, basePath: string) {
  const root = join(webRoot, 'assets')
  if (!existsSync(root)) return
  table.push({ method: 'GET', path: '/assets/*', guard: 'open', summary: "The web app's files" })
  await http.register(async (scope) => {
    scope.addHook('onRoute', (route) => {
      route.config = { ...route.config, guard: 'open' }
    })
    await scope.register(fastifyStatic, {
      root,
      prefix: `${basePath}assets/`,
      decorateReply: false,
      index: false,
      preCompressed: true,
      immutable: true,
      maxAge: yearSeconds * 1000,
    })
  })
}
