import type { Inbound } from '#contract/inbound.ts'
import type { PanelDeps } from '#server/app/panel.ts'
import { createFakeNode, type FakeNode } from './fixtures/fake-node.ts'
import type { Host } from './fixtures/node-net.ts'
import { freePorts } from './free-port.ts'
import { type TestPanel, testPanel } from './panel.ts'

/** A panel that is a node of the one under test. */
export interface Far {
  host: Host
  token: string
  /** What the node has, through its own API. */
  list(): Promise<Inbound[]>
  /** Its fallback rows of an inbound. */
  fallbacks(id: number): Promise<object[]>
  get<T>(path: string): Promise<T>
  post(path: string, body?: object): Promise<{ success: boolean; obj: unknown }>
  meter(email: string, up: number, down: number): Promise<void>
  stop(): Promise<void>
}

export const hostOf =
  (node: FakeNode): Host =>
  async (path, { body }) => ({
    status: 200,
    text: JSON.stringify(node.call(path.replace('/panel/api/', ''), body as string | undefined)),
  })

export async function threeXui(): Promise<Far> {
  const node = createFakeNode()
  return {
    host: hostOf(node),
    token: 'any',
    list: async () => node.call('inbounds/list', undefined).obj as Inbound[],
    fallbacks: async (id) => node.call(`inbounds/${id}/fallbacks`, undefined).obj as object[],
    get: async <T>(path: string) => node.call(path, undefined).obj as T,
    async post(path, body) {
      return node.call(
        path,
        path.startsWith('inbounds') && !path.endsWith('fallbacks')
          ? new URLSearchParams(body as Record<string, string>).toString()
          : JSON.stringify(body ?? {}),
      )
    },
    async meter(email, up, down) {
      node.meter(email, up, down)
    },
    stop: async () => {},
  }
}

export async function ourPanel(
  deps: Partial<PanelDeps> = {},
  beforeStart: (config: TestPanel['config']) => void = () => {},
): Promise<Far & { tick(): Promise<void> }> {
  const [port, subPort] = await freePorts(2)
  const t = await testPanel({ SLUICE_PORT: `${port}`, SLUICE_SUB_PORT: `${subPort}` }, deps)
  beforeStart(t.config)
  await t.panel.start()
  const me = await t.login()
  const { obj } = await me.post<{ token: string }>('/panel/setting/apiTokens/create', { name: 'centre' })
  const authorization = `Bearer ${obj.token}`
  const inject = async (method: 'GET' | 'POST', path: string, headers = {}, payload?: string | object) => {
    const res = await t.inject({
      method,
      url: path,
      headers: { authorization, ...headers },
      ...(payload !== undefined && { payload }),
    })
    return { status: res.statusCode, text: res.body }
  }
  const get = async <T>(path: string) => JSON.parse((await inject('GET', `/panel/api/${path}`)).text).obj as T
  return {
    host: (path, { method = 'GET', headers, body }) =>
      inject(method as 'GET' | 'POST', path, headers, body as string | undefined),
    token: obj.token,
    get,
    tick: () => t.panel.traffic.tick(),
    list: () => get('inbounds/list'),
    fallbacks: (id) => get(`inbounds/${id}/fallbacks`),
    post: async (path, body) => JSON.parse((await inject('POST', `/panel/api/${path}`, {}, body ?? {})).text),
    async meter(email, up, down) {
      const has = await get<{ up: number; down: number }>(`clients/traffic/${email}`)
      await inject(
        'POST',
        `/panel/api/clients/updateTraffic/${email}`,
        {},
        { upload: has.up + up, download: has.down + down },
      )
    },
    stop: () => t.stop(),
  }
}
