import { Alert } from '@mantine/core'
import layout from '../../ui/layout.module.css'

/** So many lines are listed; the rest is dots. */
const MOST_LINES = 6

export function Lines({ title, lines }: { title: string; lines: readonly string[] }) {
  if (lines.length === 0) return null
  return (
    <Alert color="orange" title={title}>
      <ul className={layout.indentedList}>
        {lines.slice(0, MOST_LINES).map((line) => (
          <li key={line} dir="auto">
            {line}
          </li>
        ))}
        {lines.length > MOST_LINES && <li>…</li>}
      </ul>
    </Alert>
  )
}
