/**
 * What the token of a join string may call: what a centre needs to manage this panel as a node, and nothing else. Every
 * other route refuses it, new ones too. A route is named as in the route table.
 */
const routes: ReadonlySet<string> = new Set([
  'GET /panel/api/server/status',
  'GET /panel/api/server/descendants',
  'GET /panel/api/server/getWebCertFiles',
  // Signed releases only, from the list that this panel itself reads.
  'POST /panel/api/server/updatePanel',
  'POST /panel/api/server/setUpdateChannel',
  // Tried first, and by SHA-256; what would fail is not installed for a centre.
  'GET /panel/api/server/xrayRelease/:version',
  'POST /panel/api/server/installXray/:version',
  'POST /panel/api/fleet/apply',
  'POST /panel/api/fleet/look',
  'GET /panel/api/fleet/report',
  'POST /panel/api/fleet/checks',
  'POST /panel/api/fleet/eye',
  'POST /panel/api/fleet/leave',
  // The calls of 3x-ui: a centre uses them for adoption, and as long as it does not know which kind of panel this is.
  'GET /panel/api/inbounds/list',
  'POST /panel/api/inbounds/add',
  'POST /panel/api/inbounds/update/:id',
  'POST /panel/api/inbounds/del/:id',
  'GET /panel/api/inbounds/:id/fallbacks',
  'POST /panel/api/inbounds/:id/fallbacks',
  'GET /panel/api/clients/get/:email',
  'POST /panel/api/clients/add',
  'POST /panel/api/clients/update/:email',
  'POST /panel/api/clients/del/:email',
  'POST /panel/api/clients/:email/attach',
  'POST /panel/api/clients/:email/detach',
  'POST /panel/api/clients/kick/:email',
  'POST /panel/api/clients/onlines',
  'POST /panel/api/clients/clientIpsByGuid',
])

export const isInFleetScope = (method: string, path: string): boolean => routes.has(`${method} ${path}`)

/** `admin` may call the whole API, as a token of 3x-ui may. */
export type TokenScope = 'admin' | 'fleet'

/** Sent by a centre with each call to a node: a secret of its own, by which the token of a join string knows it again. */
export const centreHeader = 'x-sluice-centre'
