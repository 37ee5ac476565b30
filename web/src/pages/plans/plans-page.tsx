import '../../forms/mantine-styles.ts'
import { Modal } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { endpoints } from '../../api/endpoints.ts'
import { replyOf } from '../../api/queries.ts'
import { useTranslation } from '../../i18n/translation.tsx'
import { paths } from '../../paths.ts'
import { Link } from '../../router/link.tsx'
import { useParam } from '../../router/use-place.ts'
import { useServices } from '../../services.tsx'
import { Page } from '../../ui/page.tsx'
import bulk from '../clients/bulk.module.css'
import { GroupForm, newGroup } from './group-form.tsx'
import { GroupList } from './group-list.tsx'
import { PlanApply } from './plan-apply.tsx'
import { PlanForm } from './plan-form.tsx'
import { PlanList } from './plan-list.tsx'
import styles from './plans.module.css'

/** Plans and groups: what they give, who has them, and everything that can be done with them. */
export function PlansPage() {
  const { t } = useTranslation()
  return (
    <Page
      title={t('plansPage.title')}
      about={
        <Link to={paths.clients} className={styles.members}>
          {t('nav.clients')}
        </Link>
      }
    >
      <div className={styles.page}>
        <PlanList />
        <GroupList />
      </div>
      <PlanDialogs />
      <GroupDialog />
    </Page>
  )
}

/** `?plan=new`, `?plan=3` and `?apply=3`. */
function PlanDialogs() {
  const { t } = useTranslation()
  const { api, place } = useServices()
  const { data: plans = [] } = useQuery(replyOf(api, endpoints.plans.list))
  const [edited, applied] = [useParam('plan'), useParam('apply')]
  const close = () => place.setParams({ plan: undefined, apply: undefined })
  const plan = plans.find(({ id }) => String(id) === (edited || applied))
  if (edited === 'new')
    return (
      <Dialog title={t('policies.plansNew')} onClose={close}>
        <PlanForm onDone={close} />
      </Dialog>
    )
  if (!plan) return null
  return edited ? (
    <Dialog title={plan.name} onClose={close}>
      <PlanForm plan={plan} onDone={close} />
    </Dialog>
  ) : (
    <Dialog title={t('planApply.title', { name: plan.name })} onClose={close}>
      <PlanApply plan={plan} onClose={close} />
    </Dialog>
  )
}

/** `?group=*` for a new one, `?group==gold` for one with a name, which may be anything. */
function GroupDialog() {
  const { t } = useTranslation()
  const { api, place } = useServices()
  const { data: groups = [] } = useQuery(replyOf(api, endpoints.clientGroups.list))
  const param = useParam('group')
  const close = () => place.setParams({ group: undefined })
  const group = param === '*' ? newGroup : groups.find(({ name }) => `=${name}` === param)
  if (!group) return null
  return (
    <Dialog title={group.name || t('groups.new')} onClose={close}>
      <GroupForm key={group.name} group={group} onDone={close} />
    </Dialog>
  )
}

function Dialog({ title, onClose, children }: { title: string; onClose(): void; children: ReactNode }) {
  const { t } = useTranslation()
  return (
    <Modal
      opened
      onClose={onClose}
      title={<bdi>{title}</bdi>}
      size={640}
      classNames={{ title: bulk.title ?? '' }}
      closeButtonProps={{ 'aria-label': t('shell.close') }}
    >
      {children}
    </Modal>
  )
}
