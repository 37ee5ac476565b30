import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { cellClient, cellConfig } from '#domain/core-config/test-cells.ts'
import { testKeys } from '#domain/core-config/test-keys.ts'
import type { Advertised } from '#domain/links/advertised.ts'
import {
  asAdvertised,
  entriesOf,
  linkCells,
  moreVariants,
  type Variant,
  variantInbound,
} from '#domain/subscription/test-entries.ts'
import { freePorts } from '../core/client-core.ts'
import { templateTo } from '../core/core-panel.ts'
import { createOrigin } from '../core/origin.ts'
import { programs, startListening } from './programs.ts'

export const variants: readonly Variant[] = [...linkCells, ...moreVariants]

/** One core that listens for every variant, and what its client is told of each. */
export interface World {
  folder: string
  /** The only authority that anybody trusts. */
  ca: string
  entries: Advertised[]
  /** Writes a file of the test's folder. */
  write(name: string, text: string): string
  words(): string
  close(): Promise<void>
}

export async function createWorld(): Promise<World> {
  const folder = mkdtempSync(join(tmpdir(), 'sluice-apps-'))
  const write = (name: string, text: string): string => {
    const file = join(folder, name)
    writeFileSync(file, text, { mode: 0o600 })
    return file
  }
  const ca = write('ca.pem', `${testKeys.ca}\n`)
  const origin = await createOrigin()
  const [api = 0, metrics = 0, ...ports] = await freePorts(variants.length + 2)
  const inbounds = variants.map((variant, i) => ({
    ...variantInbound(variant, { id: i + 1, port: ports[i] ?? 0, target: origin.realityTarget }),
    listen: '127.0.0.1',
  }))
  const config = cellConfig(inbounds[0]!, {
    template: templateTo(origin.port),
    inbounds: inbounds.map((inbound) => ({ inbound, clients: [cellClient(inbound)] })),
    ports: { api, metrics },
    logFolder: folder,
  })
  const server = await startListening(
    programs.core,
    ['run', '-c', write('server.json', JSON.stringify(config))],
    [metrics],
    ca,
  ).catch(async (error) => {
    await origin.close()
    throw error
  })
  return {
    folder,
    ca,
    entries: inbounds.flatMap((inbound, i) => entriesOf(asAdvertised(inbound, variants[i]?.name ?? ''))),
    write,
    words: server.words,
    async close() {
      await server.stop()
      await origin.close()
      rmSync(folder, { recursive: true, force: true })
    },
  }
}
