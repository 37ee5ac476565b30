import { Button } from '@mantine/core'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import type { Plan } from '#contract/plan.ts'
import { endpoints } from '../../api/endpoints.ts'
import { keyOf, replyOf } from '../../api/queries.ts'
import { useTranslation } from '../../i18n/translation.tsx'
import { useServices } from '../../services.tsx'
import { Card } from '../../ui/card.tsx'
import { PlusIcon } from '../../ui/icons.tsx'
import { Loaded } from '../../ui/loaded.tsx'
import { sayError } from '../../ui/say-error.ts'
import { planWords } from '../clients/plan-words.ts'
import styles from './plans.module.css'
import { PolicyRow } from './policy-row.tsx'

/** How many clients have each plan. */
function useMembers(): (id: number) => number | undefined {
  const { api } = useServices()
  const { data } = useQuery({ ...replyOf(api, endpoints.policies.planMembers), staleTime: 0 })
  return (id) => data && (data.find((one) => one.id === id)?.clients ?? 0)
}

/** Every plan with what it gives and who has it. */
export function PlanList() {
  const words = useTranslation()
  const { t } = words
  const { api, place, questions, toasts } = useServices()
  const queries = useQueryClient()
  const plans = useQuery(replyOf(api, endpoints.plans.list))
  const members = useMembers()

  async function remove({ id, name }: Plan) {
    const question = {
      title: t('policies.plansDeleteTitle', { name }),
      text: t('policies.plansDeleteText', { count: members(id) ?? 0 }),
      verb: t('policies.plansDeleteVerb'),
      danger: true,
    }
    if (!(await questions.ask(question))) return
    try {
      await api.call(endpoints.plans.del, { params: { id } })
      toasts.show({ tone: 'good', text: t('policies.plansDeleted', { name }) })
    } catch (error) {
      toasts.show({ tone: 'bad', text: sayError(t, error) })
    }
    await queries.invalidateQueries({ queryKey: keyOf(endpoints.plans.list) })
  }

  const add = (
    <Button leftSection={<PlusIcon size={16} />} onClick={() => place.setParams({ plan: 'new' }, 'push')}>
      {t('policies.plansNew')}
    </Button>
  )
  return (
    <Card title={t('plans.title')} aside={add}>
      <p className={styles.text}>{t('plans.text')}</p>
      <Loaded query={plans} rows={2}>
        {(list) => (
          <ul>
            {list.map((plan) => (
              <PolicyRow
                key={plan.id}
                name={plan.name}
                hint={planWords({ ...plan, key: String(plan.id) }, words).hint ?? ''}
                filter="plan"
                count={members(plan.id)}
                onEdit={() => place.setParams({ plan: String(plan.id) }, 'push')}
                onDelete={() => void remove(plan)}
              >
                <Button
                  variant="default"
                  size="xs"
                  onClick={() => place.setParams({ apply: String(plan.id) }, 'push')}
                >
                  {t('planApply.open')}
                </Button>
              </PolicyRow>
            ))}
          </ul>
        )}
      </Loaded>
    </Card>
  )
}
