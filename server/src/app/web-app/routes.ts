import { randomBytes } from 'node:crypto'
import { existsSync, readFileSync } from 'node:fs'
import { type FileHandle, open } from 'node:fs/promises'
import { extname, join } from 'node:path'
import { codingFor, sendText } from '../../platform/http/compression.ts'
import { sendEmpty } from '../../platform/http/envelope.ts'
import { hasVersion } from '../../platform/http/etag.ts'
import type { Raw } from '../../platform/http/mount.ts'
import type { HttpReply } from '../../platform/http/reply.ts'
import type { HttpRequest } from '../../platform/http/request.ts'

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

const types: Readonly<Record<string, string>> = {
  '.js': 'application/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.svg': 'image/svg+xml',
}
const endings = { br: '.br', gzip: '.gz' } as const

/** The folder is flat, and its names are made by the build. */
const namePattern = /^[\w-][\w.-]*$/

/** A name holds the hash of its content, so a file never changes. */
const forYears = 'public, max-age=31536000, immutable'

async function openFile(path: string): Promise<FileHandle | undefined> {
  const file = await open(path).catch(() => undefined)
  if (!file || (await file.stat()).isFile()) return file
  await file.close()
  return undefined
}

/** Sends a file of the web app; the build has compressed copies of the larger ones. */
export async function sendAsset(reply: HttpReply, folder: string, name: string): Promise<void> {
  const type = types[extname(name)]
  const path = join(folder, name)
  if (!namePattern.test(name) || !type) return void sendEmpty(reply, 404)
  const { headers } = reply.request
  const coding = codingFor(headers['accept-encoding'])
  const packed = coding && (await openFile(path + endings[coding]))
  const file = packed ?? (await openFile(path))
  if (!file) return void sendEmpty(reply, 404)
  const { size, mtimeMs } = await file.stat()
  const etag = `"${size.toString(16)}-${Math.floor(mtimeMs).toString(16)}"`
  reply.header('cache-control', forYears).header('vary', 'accept-encoding').header('etag', etag)
  if (hasVersion(headers['if-none-match'], etag)) {
    await file.close()
    return void reply.code(304).sendHead()
  }
  if (packed && coding) reply.header('content-encoding', coding)
  reply.header('content-type', type).header('content-length', String(size))
  reply.stream(file.createReadStream())
}

const notBuilt =
  '<!doctype html><html lang="en"><head><title>Sluice</title></head><body><p>The web app is not built yet: run <code>npm run build</code>.</p></body></html>'

/**
 * The theme and the direction that the reader chose, for the frame that is painted before any script of the app is there.
 * The app sets both again, by its own rules.
 */
const chosenLooks = `try{const h=document.documentElement,g=k=>localStorage.getItem(k),t=g('sluice-theme');
if(t==='dark'||t==='light')h.dataset.mantineColorScheme=t;
const l=[g('sluice-language'),...navigator.languages].map(t=>String(t).split('-')[0]).find(t=>/^(en|fa|ru|zh|ar|tr|es)$/.test(t));
if(l==='fa'||l==='ar')h.dir='rtl'}catch{}`

/** The app's one HTML file, read once; each reply gets its own nonce and the current base path. */
export function createHtml(webRoot: string, basePath: string, isDemo: boolean) {
  const file = join(webRoot, 'index.html')
  const text = existsSync(file) ? readFileSync(file, 'utf8') : notBuilt
  const at = text.indexOf('<head>') + '<head>'.length
  const head = text.slice(0, at)
  // The login page has no frame of the panel.
  const panelHead = head.replace('<html lang="en">', '<html lang="en" class="panel">')
  const tail = text.slice(at)

  return function render(version: string | undefined): { body: string; csp: string } {
    const nonce = randomBytes(16).toString('base64url')
    // Escape `<`, so that the text cannot end the script element.
    const literal = (value: string) => JSON.stringify(value).replaceAll('<', '\\u003c')
    const globals = `window.X_UI_BASE_PATH=${literal(basePath)};${version === undefined ? '' : `window.X_UI_CUR_VER=${literal(version)};`}${isDemo ? 'window.SLUICE_DEMO=true;' : ''}${chosenLooks}`
    const injected = `<base href="${basePath}"><meta name="base-path" content="${basePath}"><meta name="csp-nonce" content="${nonce}"><script nonce="${nonce}">${globals}</script>`
    return {
      body:
        (version === undefined ? head : panelHead) +
        injected +
        tail.replaceAll('<script type="module"', `<script nonce="${nonce}" type="module"`),
      csp: policy(nonce),
    }
  }
}

const policy = (nonce: string): string =>
  [
    "default-src 'self'",
    `script-src 'self' 'nonce-${nonce}'`,
    "style-src 'self' 'unsafe-inline'",
    "img-src 'self' data: blob:",
    "font-src 'self' data:",
    "connect-src 'self'",
    "object-src 'none'",
    "frame-ancestors 'none'",
    "base-uri 'self'",
    "form-action 'self'",
  ].join('; ')
