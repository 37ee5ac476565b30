/** A `fetch` for uploads: it also tells the share that was sent, from 0 to 1. `fetch` itself cannot say it. */
export const fetchWithProgress =
  (tell: (share: number) => void): typeof fetch =>
  (url, { method = 'GET', headers = {}, body = null, signal = null } = {}) =>
    new Promise((resolve, reject) => {
      const request = new XMLHttpRequest()
      request.open(method, String(url))
      for (const [name, value] of new Headers(headers)) request.setRequestHeader(name, value)
      request.upload.onprogress = ({ loaded, total, lengthComputable }) => {
        if (lengthComputable && total > 0) tell(loaded / total)
      }
      request.onload = () => resolve(new Response(request.responseText || null, { status: request.status }))
      request.onerror = () => reject(new TypeError('The upload failed.'))
      request.onabort = () => reject(new DOMException('The upload was cancelled.', 'AbortError'))
      signal?.addEventListener('abort', () => request.abort(), { once: true })
      request.send(body instanceof FormData ? body : null)
    })
