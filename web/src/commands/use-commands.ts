import { useEffect, useRef } from 'react'
import { useServices } from '../services.tsx'
import type { Command } from './commands.ts'

/**
 * Registers a page's commands for the palette, the keyboard and the help: `useCommands(t('clients.title'), [{
 * id, label, run, keys }])`.
 */
export function useCommands(title: string, commands: readonly Command[]): void {
  const { commands: registry } = useServices()
  const latest = useRef(commands)
  latest.current = commands
  // Registered again when a visible part changes; the current function is looked up when it runs.
  const face = JSON.stringify(commands.map(({ id, label, keys, words }) => [id, label, keys, words]))
  // biome-ignore lint/correctness/useExhaustiveDependencies: `face` stands for the commands
  useEffect(() => {
    const run = (id: string) => () => latest.current.find((command) => command.id === id)?.run()
    return registry.add({
      title,
      commands: latest.current.map((command) => ({ ...command, run: run(command.id) })),
    })
  }, [registry, title, face])
}
