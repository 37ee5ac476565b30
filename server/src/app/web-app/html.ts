import { randomBytes } from 'node:crypto'
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

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
