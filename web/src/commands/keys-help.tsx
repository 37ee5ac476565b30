import { Modal } from '@mantine/core'
import { useApp } from '../services.tsx'
import { useCell } from '../ui/cell.ts'
import type { CommandGroup } from './commands.ts'
import { Keys } from './keys.tsx'
import styles from './keys-help.module.css'

/** Every shortcut that works right now, grouped by source. */
export function KeysHelp({ opened, onClose }: { opened: boolean; onClose: () => void }) {
  const { t, commands } = useApp()
  const groups = useCell(commands.groups)
  return (
    <Modal
      opened={opened}
      onClose={onClose}
      title={t('kit.keysTitle')}
      classNames={{ title: 'dialogTitle' }}
      closeButtonProps={{ 'aria-label': t('shell.close') }}
    >
      {withoutDoubles(groups).map(({ title, commands: some }) => (
        <section key={title} className={styles.group}>
          <h3 className={styles.heading}>{title}</h3>
          <dl>
            {some.map(({ id, label, keys = '' }) => (
              <div key={id} className={styles.row}>
                <dt>{label}</dt>
                <dd>
                  <Keys keys={keys} />
                </dd>
              </div>
            ))}
          </dl>
        </section>
      ))}
    </Modal>
  )
}

/** Commands with a key; if two share one, the first runs. */
function withoutDoubles(groups: readonly CommandGroup[]): CommandGroup[] {
  const seen = new Set<string>()
  const isFirst = (keys: string | undefined) => keys !== undefined && !seen.has(keys) && seen.add(keys)
  return groups
    .map(({ title, commands }) => ({ title, commands: commands.filter(({ keys }) => isFirst(keys)) }))
    .filter(({ commands }) => commands.length > 0)
}
