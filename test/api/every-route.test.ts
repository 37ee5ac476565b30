import { afterAll, beforeAll, expect, it } from 'vitest'
import { notYetApi } from '#contract/not-yet-api.ts'
import { type EndpointSpec, methodsOf, pathsOf } from '#contract/wire.ts'
import { type TestPanel, testPanel, type Visitor } from '#test/panel.ts'

let t: TestPanel
let me: Visitor
beforeAll(async () => {
  t = await testPanel()
  me = await t.login()
})
afterAll(() => t.stop())

/** The routes of 3x-ui, which its clients call; `=` is the prefix itself. */
const incumbent: Record<string, string> = {
  'POST /panel/api/backuptotgbot': '=',
  'POST /panel/api/clients':
    '/activeInbounds /bulkAdjust /bulkAttach /bulkCreate /bulkDel /bulkDetach /bulkDisable /bulkEnable /bulkResetTraffic /clientIpsByGuid /delOrphans /groups/bulkAdd /groups/bulkRemove /groups/create /groups/delete /groups/rename /groups/resetTraffic /hwids/:email /import /onlinesByGuid /:email/externalLinks',
  'GET /panel/api/clients': '/export /get/tgId/:tgId /groups /groups/:name/emails /list/paged',
  'DELETE /panel/api/clients': '/hwids/:email /hwids/:email/:id',
  'POST /panel/api/hosts':
    '/add /bulk/add /bulk/del /bulk/setEnable /del/:groupId /reorder /setEnable/:groupId /update/:groupId',
  'GET /panel/api/hosts': '/byInbound/:inboundId /get/:groupId /list /tags',
  'GET /panel/api/inbounds': '/allLinks /list/slim',
  'POST /panel/api/inbounds': '/bulkDel /pushClientTraffics /:id/delAllClients /:id/subSortIndex',
  'POST /panel/api/nodes':
    '/certFingerprint /inbounds /mtls/ca /mtls/reloadClient /mtls/trustCA /updatePanel /add /update/:id /del/:id /setEnable/:id /test /probe/:id',
  'GET /panel/api/nodes': '/history/:id/:metric/:bucket /webCert/:id /list /get/:id',
  'GET /panel/api/openapi': '.json',
  'GET /panel/api/server':
    '/clientIps /descendants /fail2banStatus /getDb /getMigration /getPanelUpdateInfo /getUpdateStatus /getWebCertFiles /getXrayVersion /history/:metric/:bucket /xrayMetricsHistory/:metric/:bucket /xrayObservatoryHistory/:tag/:bucket /status /cpuHistory/:bucket /xrayMetricsState /xrayObservatory /getConfigJson /getNewUUID /getNewX25519Cert /getNewmldsa65 /getNewmlkem768 /getNewVlessEnc',
  'POST /panel/api/server':
    '/clientIps /getCertHash /getRemoteCertHash /importDB /installXray/:version /logs/:count /scanRealityTarget /scanRealityTargets /setUpdateChannel /updateGeofile /updateGeofile/:fileName /updatePanel /getNewEchCert /stopXrayService /restartXrayService /xraylogs/:count',
  'POST /panel/api/setting':
    '/factoryDefaults /testSmtp /testTgBot /validateRegex /all /defaultSettings /update /updateUser /restartPanel /apiTokens/create /apiTokens/delete/:id /apiTokens/setEnabled/:id',
  'POST /panel/api/xray':
    '/balancerOverride /balancerStatus /geodata/validate /nord/:action /outbound-subs /outbound-subs/parse /outbound-subs/:id /outbound-subs/:id/del /outbound-subs/:id/move /outbound-subs/:id/refresh /pia/:action /routeTest /testOutbound /testOutbounds /warp/:action / /update /resetOutboundsTraffic',
  'GET /panel/api/xray':
    '/geodata/categories /geodata/entries /geodata/files /outbound-subs /getDefaultJsonConfig /getXrayResult /getOutboundsTraffic',
  'DELETE /panel/api/xray': '/outbound-subs/:id',
  'POST /panel/setting':
    '/all /defaultSettings /update /updateUser /restartPanel /apiTokens/create /apiTokens/delete/:id /apiTokens/setEnabled/:id',
  'GET /panel/setting': '/getDefaultJsonConfig /apiTokens',
  'GET /panel/api/setting': '/getDefaultJsonConfig /apiTokens',
  'POST /panel/xray': '/ /update /resetOutboundsTraffic /testOutbound /warp/:action /nord/:action',
  'GET /panel/xray': '/getDefaultJsonConfig /getXrayResult /getOutboundsTraffic',
  'GET /panel/api/custom-geo': '/list /aliases',
  'POST /panel/api/custom-geo': '/add /update/:id /delete/:id /download/:id /update-all',
}

const bare = (path: string) => path.replace(/:\w+/g, ':x')

it('every route of 3x-ui exists', () => {
  const table = new Set(t.panel.listeners().http.table.map(({ method, path }) => `${method} ${bare(path)}`))
  const wanted = Object.entries(incumbent).flatMap(([prefix, paths]) =>
    paths.split(' ').map((path) => bare(prefix + (path === '=' ? '' : path))),
  )
  expect(wanted.length).toBeGreaterThan(140)
  expect(wanted.filter((route) => !table.has(route))).toEqual([])
})

it('a route whose feature is missing answers with the envelope: empty, or a message that says so', async () => {
  const endpoints: EndpointSpec[] = Object.values(notYetApi)
  const calls = endpoints.flatMap((endpoint) =>
    pathsOf(endpoint).flatMap((path) => methodsOf(endpoint).map((method) => ({ method, path, endpoint }))),
  )
  expect(calls.length).toBeGreaterThan(0)
  for (const { method, path, endpoint } of calls) {
    const url = path.replace(':metric', 'cpu').replace(':bucket', '60').replace(':id', '1')
    const answer = await me.call(method, url, method === 'POST' ? { payload: { name: 'a' } } : {})
    expect(answer.statusCode, path).toBe(200)
    const { success, msg, obj } = answer.json()
    if (success) expect(endpoint.reply.safeParse(obj).success, path).toBe(true)
    else expect([msg, obj], path).toEqual([expect.stringMatching(/^[A-Z].{30,}\.$/), null])
    // A stranger learns nothing about them.
    const { statusCode } = await t.inject({ method, url })
    expect([307, 404], path).toContain(statusCode)
  }
})
