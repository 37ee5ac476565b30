import { coreBinary } from '#test/core-binary.ts'
import { threeXui } from '#test/far-node.ts'
import { createNodeNet } from '#test/fixtures/node-net.ts'
import { freePorts } from '#test/free-port.ts'
import { addClient, addInbound } from '#test/inbounds.ts'
import { testPanel } from '#test/panel.ts'
import { subscriberOf } from '#test/subscriber.ts'
import { until } from '#test/until.ts'
import { printWay } from './ways/files.ts'

// How many files of contract, domain and server a reader opens to follow one request through a panel. V8 says which
// functions ran. A file counts if functions ran in it that a trivial request at the same port does not call. Not counted:
// - files that know nothing of the business: `platform`, and what stands directly in domain/src;
// - leaves: at most 12 lines of it ran, and they call leaves only. Name and signature say what such a helper does;
// - rooms that only hear of the change. Each is a way of its own, and is switched off while another one is measured.
// Not seen: files without functions, what only hands a function on while the panel is made, threads, and the web app.

if (coreBinary) process.env.SLUICE_CORE_BIN = coreBinary
const far = await threeXui()
const { egress } = createNodeNet({ 'far.example.com': far.host })
const [port = 0, subPort = 0] = await freePorts(2)
const t = await testPanel({ SLUICE_PORT: `${port}`, SLUICE_SUB_PORT: `${subPort}` }, { egress })
const { core, fleet, changeListeners } = t.panel
const all = changeListeners.map((listener) => ({ ...listener }))

/** Nobody else hears of a change. */
const heardBy = (name?: string, parts: 'inTx' | 'both' = 'both'): void =>
  all.forEach(({ name: own, inTx, after }, i) => {
    const none = { inTx: undefined, after: undefined }
    const kept = own !== name ? none : parts === 'inTx' ? { ...none, inTx } : { inTx, after }
    Object.assign(changeListeners[i] ?? {}, kept)
  })

try {
  await t.panel.listeners().sub.set(true)
  core.start()
  const me = await t.login()
  const subscriber = subscriberOf(subPort)
  if (coreBinary) await until('the core answers', () => core.api() !== undefined)
  const post = async (path: string, body: object) => {
    const { success, msg } = await me.post(path, body)
    if (!success) throw new Error(`${path}: ${msg}`)
  }
  const node = { name: 'far', address: 'far.example.com', port: 443, apiToken: far.token }
  await post('/panel/api/nodes/add', node)
  const here = await addInbound(me)
  const there = await addInbound(me, { nodeId: 1 })
  const brought = async () => Promise.all(await fleet.workers.wakeAll())
  await brought()
  const trivial = () => me.get('/panel/api/hosts/list')

  heardBy('core')
  await printWay('Add a client', 25, trivial, () => addClient(me, { email: 'ann', subId: 'ann' }, [here.id]))
  await printWay(
    'One subscription request',
    20,
    () => subscriber('/'),
    () => subscriber('/sub/ann'),
  )
  heardBy()
  const settings = () => post('/panel/setting/update', { subTitle: 'Ours' })
  await printWay('A settings save, from the request', 25, trivial, settings)
  heardBy('fleet', 'inTx') // the round that the change asks for is the one that is measured
  await addClient(me, { email: 'bob' }, [there.id])
  await printWay('A 3x-ui node is brought in step', 20, trivial, brought)
} finally {
  await t.stop()
}
process.exit()
