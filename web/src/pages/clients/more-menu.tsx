import { ActionIcon, Menu } from '@mantine/core'
import type { InboundOption } from '#contract/inbound.ts'
import { useTranslation } from '../../i18n/translation.tsx'
import { paths } from '../../paths.ts'
import { useServices } from '../../services.tsx'
import { DownloadIcon, MoreIcon, PlanIcon, PlusIcon, UploadIcon } from '../../ui/icons.tsx'
import { saveFile } from '../../ui/save-file.ts'
import { sayError } from '../../ui/say-error.ts'
import { csvOf } from './clients-csv.ts'
import { allMatching } from './targets.ts'
import type { ListQuery } from './use-clients.ts'

/** Rarely used actions for the whole page. */
export function MoreMenu({ query, inbounds }: { query: ListQuery; inbounds: readonly InboundOption[] }) {
  const { t } = useTranslation()
  const { api, queries, place, toasts } = useServices()
  async function exportView() {
    try {
      const clients = await allMatching(api, queries, query)
      saveFile('clients.csv', csvOf(clients, inbounds), 'text/csv')
    } catch (error) {
      toasts.show({ tone: 'bad', text: t('clients.actionFailed', { reason: sayError(t, error) }) })
    }
  }
  return (
    <Menu position="bottom-end" width={240} withInitialFocusPlaceholder={false}>
      <Menu.Target>
        <ActionIcon variant="default" size={36} aria-label={t('more.title')}>
          <MoreIcon size={18} />
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Item
          leftSection={<PlusIcon size={16} />}
          onClick={() => place.setParams({ new: 'many' }, 'push')}
        >
          {t('many.title')}
        </Menu.Item>
        <Menu.Item
          leftSection={<UploadIcon size={16} />}
          onClick={() => place.setParams({ new: 'import' }, 'push')}
        >
          {t('clientImport.title')}
        </Menu.Item>
        <Menu.Item leftSection={<DownloadIcon size={16} />} onClick={exportView}>
          {t('more.export')}
        </Menu.Item>
        <Menu.Item leftSection={<PlanIcon size={16} />} onClick={() => place.go(paths.plans)}>
          {t('plansPage.title')}
        </Menu.Item>
      </Menu.Dropdown>
    </Menu>
  )
}
