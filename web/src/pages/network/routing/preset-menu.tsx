import { Button, Menu } from '@mantine/core'
import { Fragment } from 'react'
import { useTranslation } from '../../../i18n/translation.tsx'
import { useServices } from '../../../services.tsx'
import { presets } from './presets.ts'

/** Common rules; one that is chosen says what it will do before it is added. */
export function PresetMenu() {
  const { t } = useTranslation()
  const { place } = useServices()
  return (
    <Menu position="bottom-end" width={290} withInitialFocusPlaceholder={false}>
      <Menu.Target>
        <Button variant="default">{t('preset.title')}</Button>
      </Menu.Target>
      <Menu.Dropdown>
        {presets.map(({ id, label, to }, i) => (
          <Fragment key={id}>
            {i > 0 && presets[i - 1]?.to !== to && <Menu.Divider />}
            <Menu.Item onClick={() => place.setParams({ preset: id }, 'push')}>{t(label)}</Menu.Item>
          </Fragment>
        ))}
      </Menu.Dropdown>
    </Menu>
  )
}
