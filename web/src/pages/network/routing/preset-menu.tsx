import { Button, Menu } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { endpoints } from '../../../api/endpoints.ts'
import { keyOf, replyOf } from '../../../api/queries.ts'
import { useTranslation } from '../../../i18n/translation.tsx'
import { useServices } from '../../../services.tsx'
import { DownloadIcon } from '../../../ui/icons.tsx'
import { sayError } from '../../../ui/say-error.ts'
import { useDraft } from '../draft/draft.tsx'
import { type Preset, presets, withPreset } from './presets.ts'

/** Common rules; one whose geo files are missing says so. */
export function PresetMenu() {
  const { t } = useTranslation()
  const { api, queries, toasts } = useServices()
  const { change } = useDraft()
  const [open, setOpen] = useState(false)
  const files = useQuery({ ...replyOf(api, endpoints.geo.files), enabled: open })
  const missing = ({ needs }: Preset) =>
    needs.filter((name) => !files.data?.some((file) => file.name === name)).join(', ')
  async function fetchFiles() {
    toasts.show({ tone: 'info', text: t('preset.fetching') })
    try {
      await api.call(endpoints.geo.updateAll)
      await queries.invalidateQueries({ queryKey: keyOf(endpoints.geo.files) })
      toasts.show({ tone: 'good', text: t('preset.fetched') })
    } catch (error) {
      toasts.show({ tone: 'bad', text: sayError(t, error) })
    }
  }
  return (
    <Menu
      opened={open}
      onChange={setOpen}
      position="bottom-end"
      width={290}
      withInitialFocusPlaceholder={false}
    >
      <Menu.Target>
        <Button variant="default">{t('preset.title')}</Button>
      </Menu.Target>
      <Menu.Dropdown>
        {presets.map((preset) => {
          const absent = missing(preset)
          return (
            <Menu.Item
              key={preset.label}
              disabled={absent !== ''}
              onClick={() => change((template) => withPreset(template, preset))}
            >
              {t(preset.label)}
              {absent && <small> · {t('preset.needs', { files: absent })}</small>}
            </Menu.Item>
          )
        })}
        <Menu.Divider />
        <Menu.Item leftSection={<DownloadIcon size={16} />} onClick={() => void fetchFiles()}>
          {t('preset.fetch')}
        </Menu.Item>
      </Menu.Dropdown>
    </Menu>
  )
}
