import { ActionIcon, Alert, Button } from '@mantine/core'
import { useMutation, useQuery } from '@tanstack/react-query'
import type { CustomGeo } from '#contract/geo-api.ts'
import { endpoints } from '../../../api/endpoints.ts'
import { replyOf } from '../../../api/queries.ts'
import { useTranslation } from '../../../i18n/translation.tsx'
import { useServices } from '../../../services.tsx'
import { RowMenu } from '../../../table/row-menu.tsx'
import { Failed } from '../../../ui/failed.tsx'
import { EditIcon, PlusIcon, RenewIcon, TrashIcon } from '../../../ui/icons.tsx'
import { Loaded } from '../../../ui/loaded.tsx'
import { useMinute } from '../../../ui/use-minute.ts'
import { useSayCoded } from '../../../ui/use-say-coded.ts'
import boxes from '../boxes.module.css'
import styles from '../outbounds/outbounds.module.css'
import { GeoForm } from './form.tsx'

const fileOf = ({ type, alias }: CustomGeo) => `${type}_${alias}.dat`

/** Lists of names and addresses from the operator's own sources. Changes here are immediate: they are files, not the template. */
export function GeoTab() {
  const { t } = useTranslation()
  const { api, place, queries } = useServices()
  const list = useQuery(replyOf(api, endpoints.geo.list))
  const refresh = () => queries.invalidateQueries({ queryKey: [endpoints.geo.list.path] })
  const updating = useMutation({
    mutationFn: () => api.call(endpoints.geo.downloadAll),
    onSettled: refresh,
  })
  return (
    <section className={boxes.box} aria-labelledby="geo-files">
      <div className={boxes.boxHead}>
        <h2 id="geo-files" className={boxes.boxTitle}>
          {t('geo.title')}
        </h2>
        <div className={styles.badges}>
          {(list.data ?? []).length > 1 && (
            <Button
              size="xs"
              variant="default"
              loading={updating.isPending}
              onClick={() => updating.mutate()}
            >
              {t('geo.updateAll')}
            </Button>
          )}
          <Button
            size="xs"
            variant="default"
            leftSection={<PlusIcon size={14} />}
            onClick={() => place.setParams({ geo: 'new' }, 'push')}
          >
            {t('geo.add')}
          </Button>
        </div>
      </div>
      <p className={styles.dim}>{t('geo.text')}</p>
      <Loaded query={list} rows={2}>
        {(found) => (
          <>
            {found.length > 0 && (
              <ul className={boxes.rows}>
                {found.map((file) => (
                  <Row key={file.id} file={file} refresh={refresh} />
                ))}
              </ul>
            )}
            <GeoForm list={found} refresh={refresh} />
          </>
        )}
      </Loaded>
    </section>
  )
}

function Row({ file, refresh }: { file: CustomGeo; refresh(): Promise<unknown> }) {
  const { t, measures } = useTranslation()
  const { api, questions, place } = useServices()
  const now = useMinute()
  const name = fileOf(file)
  const params = { id: file.id }
  const updating = useMutation({
    mutationFn: () => api.call(endpoints.geo.download, { params }),
    onSettled: refresh,
  })
  const removal = useMutation({
    mutationFn: () => api.call(endpoints.geo.remove, { params }),
    onSuccess: refresh,
  })
  async function remove() {
    const question = {
      title: t('geo.deleteTitle', { name }),
      text: t('geo.deleteText'),
      verb: t('geo.deleteVerb'),
    }
    if (await questions.ask({ ...question, danger: true })) removal.mutate()
  }
  const say = useSayCoded(file.lastErrorCoded)
  const error = removal.error ?? updating.error
  const when = measures.fromNow(file.lastUpdatedAt * 1000, now)
  return (
    <li className={boxes.row}>
      <div className={boxes.rowText}>
        <bdi dir="ltr" className={styles.nameText}>
          {name}
        </bdi>
        <span className={styles.dim}>
          {t('geo.state', { when })} · <bdi dir="ltr">{`ext:${name}:…`}</bdi>
        </span>
      </div>
      <ActionIcon
        variant="subtle"
        color="gray"
        c="inherit"
        size={36}
        loading={updating.isPending}
        aria-label={t('geo.update', { name })}
        onClick={() => updating.mutate()}
      >
        <RenewIcon size={18} />
      </ActionIcon>
      <RowMenu
        label={t('table.menu', { name })}
        entries={() => [
          {
            label: t('outbounds.edit'),
            icon: EditIcon,
            run: () => place.setParams({ geo: String(file.id) }, 'push'),
          },
          {
            label: t('outbounds.delete'),
            icon: TrashIcon,
            danger: true,
            apart: true,
            run: () => void remove(),
          },
        ]}
      />
      {file.lastError !== '' && !error && (
        <Alert color="orange" variant="light" className={boxes.rowAlert ?? ''}>
          <span dir="auto">{say(file.lastErrorCoded, file.lastError)}</span>
        </Alert>
      )}
      {error && <Failed error={error} title={t('geo.failed')} />}
    </li>
  )
}
