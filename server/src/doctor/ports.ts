import type { PortFact } from '#domain/health/ports.ts'
import type { Layer4 } from '#domain/inbounds/port.ts'

/** Where one of our processes should listen. */
export type WantedPort = Omit<PortFact, 'isHeld' | 'otherProgram'>

export type PortLook = (
  layer: Layer4,
  listen: string,
  port: number,
) => Promise<{ seen: boolean; otherProgram: { name: string; pid: number } | undefined }>

/** More would take seconds where another program holds each of them. */
const mostPorts = 300

/** The looks know the sockets of the panel and of the core: every other program is named. */
export async function portFacts(
  wanted: readonly WantedPort[],
  looks: { panel: PortLook; core: PortLook },
): Promise<PortFact[]> {
  const facts: PortFact[] = []
  for (const port of wanted.slice(0, mostPorts)) {
    const look = port.of === 'inbound' ? looks.core : looks.panel
    const { seen, otherProgram } = await look(port.layer, port.listen, port.port)
    facts.push({ ...port, isHeld: seen, otherProgram })
  }
  return facts
}
