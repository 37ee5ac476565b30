// One address for `npm run dev`: Vite answers for the web app's modules, the panel for everything else. The browser sees one
// origin, so cookies, the check of the origin and the content policy work as in a built panel. Runs on Node 24.
import { realpathSync } from 'node:fs'
import { createServer, request as dial } from 'node:http'
import { join } from 'node:path'
import { createServer as createVite } from 'vite'
import { createDevPanel } from './dev-panel.mjs'
import { root } from './setup.mjs'

const address = '127.0.0.1'
const usualPort = 5173
const own = process.argv.slice(2)
const isReal = own.includes('--real')
const args = [...(isReal ? [] : ['--demo']), ...own.filter((arg) => arg !== '--real')]

const served = ['web', 'contract', 'domain', 'locales', '.cache/vite']

const server = createServer()
const vite = await createVite({
  configFile: join(root, 'vite.config.ts'),
  appType: 'custom',
  logLevel: 'warn',
  clearScreen: false,
  cacheDir: join(root, '.cache', 'vite'),
  server: {
    middlewareMode: true,
    hmr: { server },
    // Not the whole folder: it may hold the data of a panel. Packages may be a link to elsewhere.
    fs: { allow: [...served.map((part) => join(root, part)), realpathSync(join(root, 'node_modules'))] },
  },
})

let told = false
const panel = await createDevPanel({
  args,
  env: { SLUICE_WEB_FOLDER: join(root, 'web') },
  onStart(said, tookMs) {
    if (told) return console.log(`The panel runs again (${Math.round(tookMs)} ms).`)
    told = true
    for (const line of said) console.log(line)
    console.log(`Open http://${address}:${server.address().port}/`)
  },
})

const isModule = /^\/(?:@|src\/|node_modules\/)/

/** The panel's page with Vite's scripts; the panel's policy allows them by the nonce that it made for this page. */
async function withModules(html, policy = '') {
  const nonce = /'nonce-([^']+)'/.exec(policy)?.[1] ?? ''
  const page = await vite.transformIndexHtml('/index.html', html.replaceAll('"./src/', '"/src/'))
  return page.replaceAll('<script type="module"', `<script nonce="${nonce}" type="module"`)
}

function answer(reply, response) {
  const { 'content-length': _length, ...headers } = reply.headers
  if (!String(headers['content-type']).startsWith('text/html')) {
    response.writeHead(reply.statusCode, reply.headers)
    return reply.pipe(response)
  }
  const parts = []
  reply.on('data', (part) => parts.push(part))
  reply.on('end', () =>
    withModules(Buffer.concat(parts).toString(), headers['content-security-policy']).then(
      (page) => response.writeHead(reply.statusCode, headers).end(page),
      (error) => fail(response, error),
    ),
  )
}

const fail = (response, error) =>
  response.headersSent
    ? response.destroy()
    : response.writeHead(503, { 'content-type': 'text/plain' }).end(error.message)

/** The headers stay as they are: the panel compares the origin with the host. Compressed pages could not be changed. */
const onward = ({ method, url, headers }, port) =>
  dial({ host: address, port, method, path: url, headers: { ...headers, 'accept-encoding': 'identity' } })

const retries = 20
const retryMs = 100

/** A change reloads the page and restarts the panel: what the old one did not answer any more is asked of the new one. */
function forward(request, response, tries = 0) {
  const again = request.method === 'GET' && tries < retries
  panel.ready().then(
    (port) => {
      const call = onward(request, port)
      const retry = () => setTimeout(forward, retryMs, request, response, tries + 1)
      call.on('response', (reply) => {
        if (!again || reply.statusCode !== 503) return answer(reply, response)
        reply.resume()
        retry()
      })
      call.on('error', (error) => {
        if (!again || response.headersSent || response.destroyed) fail(response, error)
        else retry()
      })
      response.on('close', () => call.destroy())
      if (request.method === 'GET') call.end()
      else request.pipe(call)
    },
    (error) => fail(response, error),
  )
}

server.on('request', (request, response) => {
  if (isModule.test(request.url)) vite.middlewares(request, response, () => response.writeHead(404).end())
  else forward(request, response)
})

server.on('upgrade', (request, socket, head) => {
  // Vite listens to this event, too.
  if (String(request.headers['sec-websocket-protocol']).startsWith('vite-')) return
  socket.on('error', () => socket.destroy())
  panel.ready().then(
    (port) => {
      const call = onward(request, port)
      call.on('upgrade', (reply, far, first) => {
        const lines = [`HTTP/1.1 101 Switching Protocols`]
        for (let i = 0; i < reply.rawHeaders.length; i += 2)
          lines.push(`${reply.rawHeaders[i]}: ${reply.rawHeaders[i + 1]}`)
        socket.write(`${lines.join('\r\n')}\r\n\r\n`)
        socket.write(first)
        far.write(head)
        far.on('error', () => socket.destroy())
        far.on('close', () => socket.destroy())
        socket.on('close', () => far.destroy())
        far.pipe(socket).pipe(far)
      })
      call.on('response', () => socket.destroy())
      call.on('error', () => socket.destroy())
      call.end()
    },
    () => socket.destroy(),
  )
})

let ending = false
async function end() {
  if (ending) return
  ending = true
  await Promise.all([panel.end(), vite.close()])
  process.exit(0)
}
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, end)
// The launcher has exited.
process.on('disconnect', end)

const listen = (port) =>
  new Promise((resolve, reject) => {
    server.once('error', reject)
    server.listen(port, address, resolve)
  })
await listen(Number(process.env.SLUICE_PORT ?? usualPort)).catch((error) => {
  if (error.code !== 'EADDRINUSE' || process.env.SLUICE_PORT) throw error
  return listen(0)
})
