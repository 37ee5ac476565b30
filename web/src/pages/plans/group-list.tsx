import { Button } from '@mantine/core'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import type { Group } from '#contract/limits.ts'
import { endpoints } from '../../api/endpoints.ts'
import { keyOf, replyOf } from '../../api/queries.ts'
import { useTranslation } from '../../i18n/translation.tsx'
import { useServices } from '../../services.tsx'
import { Card } from '../../ui/card.tsx'
import { PlusIcon } from '../../ui/icons.tsx'
import { Loaded } from '../../ui/loaded.tsx'
import { sayError } from '../../ui/say-error.ts'
import { GroupHint } from './group-form.tsx'
import styles from './plans.module.css'
import { PolicyRow } from './policy-row.tsx'

/** Every group with its members, its shared quota and its end. */
export function GroupList() {
  const { t } = useTranslation()
  const { api, place, questions, toasts } = useServices()
  const queries = useQueryClient()
  const groups = useQuery({ ...replyOf(api, endpoints.clientGroups.list), staleTime: 0 })

  async function remove({ name, clientCount }: Group) {
    const question = {
      title: t('groups.deleteTitle', { name }),
      text: t('groups.deleteText', { count: clientCount }),
      verb: t('groups.deleteVerb'),
      danger: true,
    }
    if (!(await questions.ask(question))) return
    try {
      await api.call(endpoints.clientGroups.del, { body: { name } })
      toasts.show({ tone: 'good', text: t('groups.deleted', { name }) })
    } catch (error) {
      toasts.show({ tone: 'bad', text: sayError(t, error) })
    }
    await queries.invalidateQueries({ queryKey: keyOf(endpoints.clientGroups.list) })
  }

  const add = (
    <Button leftSection={<PlusIcon size={16} />} onClick={() => place.setParams({ group: '*' }, 'push')}>
      {t('groups.new')}
    </Button>
  )
  return (
    <Card title={t('groups.title')} aside={add}>
      <p className={styles.text}>{t('groups.text')}</p>
      <Loaded query={groups} rows={2}>
        {(list) => (
          <ul>
            {list.map((group) => (
              <PolicyRow
                key={group.name}
                name={group.name}
                hint={<GroupHint group={group} />}
                filter="group"
                count={group.clientCount}
                onEdit={() => place.setParams({ group: `=${group.name}` }, 'push')}
                onDelete={() => void remove(group)}
              />
            ))}
          </ul>
        )}
      </Loaded>
    </Card>
  )
}
