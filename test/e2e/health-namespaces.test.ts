import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Diagnosis, Finding, Health } from '#contract/health-api.ts'
import { coreBinary } from '#test/core-binary.ts'
import { until } from '#test/until.ts'
import { type ClientFault, clientFaults } from './client-faults.ts'
import { namespacesMissing } from './fleet/namespaces.ts'
import { plain, type ServerWorld, stageServers } from './health-stage.ts'
import { openScreens, type Screens } from './screens.ts'
import { type ServerFailure, serverFailures } from './server-failures.ts'

// What may be wrong with a server or with a client is made with real cores in networks of their own, and found within two
// rounds: the API, Home, the inbound and its client say the same. What is wrong with an entry: entries-namespaces.

const missing = coreBinary && namespacesMissing()
if (missing) console.log(`Not tested with network namespaces: ${missing}.`)

describe.skipIf(!coreBinary || missing)('a server in a network of its own', { timeout: 900_000 }, () => {
  const ends: (() => Promise<unknown>)[] = []
  let world: ServerWorld
  let screens: { centre: Screens; node: Screens }

  beforeAll(async () => {
    process.env.NODE_TLS_REJECT_UNAUTHORIZED = '0' // of this process: the panels make their own certificates
    world = await stageServers(ends)
    await world.add('well', plain)
    const { centre, node } = world
    screens = { centre: await openScreens(centre.panel, ends), node: await openScreens(node.panel, ends) }
  })
  afterAll(async () => {
    delete process.env.NODE_TLS_REJECT_UNAUTHORIZED
    for (const end of ends.reverse()) await end().catch((error: unknown) => console.error(error))
  })

  it.each(Object.keys(serverFailures))('%s', async (name) => {
    const failure = serverFailures[name] as ServerFailure // one of its keys
    const { says, atNode } = failure
    await failure.make(world)
    const { panel } = atNode ? world.node : world.centre
    let said = ''
    const find = async (): Promise<Finding | undefined> => {
      const { findings } = await panel.call<Health>('/panel/api/health/check')
      said = findings.map(({ id, state, sentence }) => `${state} ${id}: ${sentence}`).join('\n')
      return findings.find(({ id, sentence }) => id.startsWith(failure.id) && says.test(sentence))
    }
    let found = (await find()) ?? (await find())
    // What the core or the fleet watches is known to the checks when these have seen it.
    const isFound = async () => {
      found ??= await find()
      return found !== undefined
    }
    if (failure.isWatched) await until(`it is found: ${name}`, isFound).catch(() => {}) // said below
    expect(found, `${name}, after two rounds:\n${said}`).toMatchObject({ state: failure.state })

    const client = failure.stopsClients && `client-of-${failure.inbound}`
    if (client) {
      const { canConnect, answers } = await panel.read<Diagnosis>(`/panel/api/health/client/${client}`)
      expect(canConnect).toBe(false)
      const causes = answers.flatMap((answer) => answer.causes.map(({ sentence }) => sentence))
      expect(causes).toContainEqual(expect.stringMatching(says))
    }
    const inbound = world.inbounds.get(failure.inbound ?? '')?.id
    await screens[atNode ? 'node' : 'centre'].expectShown({ id: found?.id ?? '', says, inbound, client })
    if (!failure.mend) return
    await failure.mend(world)
    await until(`it is gone: ${name}`, async () => (await find()) === undefined)
  })

  it.each(Object.keys(clientFaults))('a client: %s', async (email) => {
    const { question, says, make } = clientFaults[email] as ClientFault // one of its keys
    await make(world, email)
    const { answers } = await world.centre.panel.read<Diagnosis>(`/panel/api/health/client/${email}`)
    expect(answers.find((one) => one.question === question)?.answer).toMatch(/bad|warn/)
    await screens.centre.expectReason(email, says)
  })

  it.each([
    ['clients.depleted', /2 clients have expired or used up their quota/],
    ['clients.entryless', /1 enabled client has no inbound to connect through/],
  ])('on Home: %s', async (id, says) => {
    const { findings } = await world.centre.panel.call<Health>('/panel/api/health/check')
    expect(findings.find((one) => one.id === id)?.sentence).toMatch(says)
    await screens.centre.expectShown({ id, says })
  })
})
