import type { Command, CommandGroup } from '../commands/commands.ts'

/** Every typed word is the start of a word in the command. */
function matches({ label, words = '' }: Command, typed: string): boolean {
  const known = `${label} ${words}`.toLowerCase().split(/[\s/]+/)
  return typed
    .toLowerCase()
    .split(/\s+/)
    .filter(Boolean)
    .every((part) => known.some((word) => word.startsWith(part)))
}

const disconnects = ({ commands }: CommandGroup): boolean => commands.every((command) => command.disconnects)

/** A page and the shell may offer the same command: only the page's is listed. */
export const matchingCommands = (groups: readonly CommandGroup[], typed: string): CommandGroup[] => {
  const listed = new Set<string>()
  const isNew = ({ label }: Command) => !listed.has(label) && listed.add(label)
  return groups
    .map(({ title, commands }) => ({
      title,
      commands: commands.filter((command) => !command.keyOnly && matches(command, typed) && isNew(command)),
    }))
    .filter(({ commands }) => commands.length > 0)
    .toSorted((a, b) => Number(disconnects(a)) - Number(disconnects(b)))
}
