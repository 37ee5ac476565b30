import '../../forms/mantine-styles.ts'
import type { UseQueryResult } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import type { Group } from '#contract/limits.ts'
import type { Plan } from '#contract/plan.ts'
import { endpoints, keyOf, useReply } from '../../api/endpoints.ts'
import type { Remote } from '../../api/remote.ts'
import { useTranslation } from '../../i18n/translation.tsx'
import { paths } from '../../paths.ts'
import { Link } from '../../router/link.tsx'
import { useParam } from '../../router/use-url-state.ts'
import { useApp } from '../../services.tsx'
import { Button } from '../../ui/button.tsx'
import { Card } from '../../ui/card.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { IconButton } from '../../ui/icon-button.tsx'
import { PlusIcon, TrashIcon } from '../../ui/icons.tsx'
import { Page } from '../../ui/page.tsx'
import type { Question } from '../../ui/questions.ts'
import { sayError } from '../../ui/say-error.ts'
import { Loaded } from '../../ui/states.tsx'
import { filterOf } from '../clients/filter.ts'
import { planWords } from '../clients/plan-words.ts'
import { GroupForm, GroupHint, newGroup } from './group-form.tsx'
import { PlanApply } from './plan-apply.tsx'
import { PlanForm } from './plan-form.tsx'
import styles from './plans.module.css'

/** Plans and groups: what they give, who has them, and everything that can be done with them. */
export function PlansPage() {
  const { t } = useApp()
  return (
    <Page
      title={t('plansPage.title')}
      about={
        <Link to={paths.clients} className={styles.members}>
          {t('nav.clients')}
        </Link>
      }
    >
      <div className="stack20">
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
  const { t, router } = useApp()
  const { data: plans = [] } = useReply(endpoints.plans.list)
  const [edited, applied] = [useParam('plan'), useParam('apply')]
  const close = () => router.setParams({ plan: undefined, apply: undefined })
  const plan = plans.find(({ id }) => String(id) === (edited || applied))
  if (edited === 'new')
    return (
      <PolicyDialog title={t('policies.plansNew')} onClose={close}>
        <PlanForm onDone={close} />
      </PolicyDialog>
    )
  if (!plan) return null
  return edited ? (
    <PolicyDialog title={plan.name} onClose={close}>
      <PlanForm plan={plan} onDone={close} />
    </PolicyDialog>
  ) : (
    <PolicyDialog title={t('planApply.title', { name: plan.name })} onClose={close}>
      <PlanApply plan={plan} onClose={close} />
    </PolicyDialog>
  )
}

/** `?group=*` for a new one, `?group==gold` for one with a name, which may be anything. */
function GroupDialog() {
  const { t, router } = useApp()
  const { data: groups = [] } = useReply(endpoints.clientGroups.list)
  const param = useParam('group')
  const close = () => router.setParams({ group: undefined })
  const group = param === '*' ? newGroup : groups.find(({ name }) => `=${name}` === param)
  if (!group) return null
  return (
    <PolicyDialog title={group.name || t('groups.new')} onClose={close}>
      <GroupForm key={group.name} group={group} onDone={close} />
    </PolicyDialog>
  )
}

const PolicyDialog = ({ title, ...props }: { title: string; onClose(): void; children: ReactNode }) => (
  <Dialog opened title={<bdi>{title}</bdi>} size={640} {...props} />
)

interface ListProps<T> {
  title: string
  text: string
  /** What opens the form of a new one. */
  add: { label: string; params: Record<string, string> }
  query: UseQueryResult<T[]>
  row(policy: T): ReactNode
}

function PolicyList<T>({ title, text, add, query, row }: ListProps<T>) {
  const { router } = useApp()
  const button = (
    <Button label={add.label} primary icon={PlusIcon} onClick={() => router.setParams(add.params, 'push')} />
  )
  return (
    <Card title={title} aside={button}>
      <p className={styles.text}>{text}</p>
      <Loaded query={query} rows={2}>
        {(list) => <ul>{list.map(row)}</ul>}
      </Loaded>
    </Card>
  )
}

interface Removal {
  question: Question
  work(): Promise<unknown>
  /** What is said afterwards. */
  done: string
  list: Remote
}

/** Asks, deletes, and reads the list again. */
function useRemoval() {
  const { t, questions, toasts, queries } = useApp()
  return async ({ question, work, done, list }: Removal): Promise<void> => {
    if (!(await questions.ask({ ...question, danger: true }))) return
    try {
      await work()
      toasts.show({ tone: 'good', text: done })
    } catch (error) {
      toasts.show({ tone: 'bad', text: sayError(t, error) })
    }
    await queries.invalidateQueries({ queryKey: keyOf(list) })
  }
}

/** Every group with its members, its shared quota and its end. */
function GroupList() {
  const { t, api, router } = useApp()
  const removal = useRemoval()
  const groups = useReply(endpoints.clientGroups.list, { staleTime: 0 })

  const remove = ({ name, clientCount }: Group) =>
    removal({
      question: {
        title: t('groups.deleteTitle', { name }),
        text: t('groups.deleteText', { count: clientCount }),
        verb: t('groups.deleteVerb'),
      },
      work: () => api.call(endpoints.clientGroups.del, { body: { name } }),
      done: t('groups.deleted', { name }),
      list: endpoints.clientGroups.list,
    })
  return (
    <PolicyList
      title={t('groups.title')}
      text={t('groups.text')}
      add={{ label: t('groups.new'), params: { group: '*' } }}
      query={groups}
      row={(group) => (
        <PolicyRow
          key={group.name}
          name={group.name}
          hint={<GroupHint group={group} />}
          filter="group"
          count={group.clientCount}
          onEdit={() => router.setParams({ group: `=${group.name}` }, 'push')}
          onDelete={() => void remove(group)}
        />
      )}
    />
  )
}

/** How many clients have each plan. */
function useMembers(): (id: number) => number | undefined {
  const { data } = useReply(endpoints.policies.planMembers, { staleTime: 0 })
  return (id) => data && (data.find((one) => one.id === id)?.clients ?? 0)
}

/** Every plan with what it gives and who has it. */
function PlanList() {
  const words = useTranslation()
  const { t } = words
  const { api, router } = useApp()
  const removal = useRemoval()
  const plans = useReply(endpoints.plans.list)
  const members = useMembers()

  const remove = ({ id, name }: Plan) =>
    removal({
      question: {
        title: t('policies.plansDeleteTitle', { name }),
        text: t('policies.plansDeleteText', { count: members(id) ?? 0 }),
        verb: t('policies.plansDeleteVerb'),
      },
      work: () => api.call(endpoints.plans.del, { params: { id } }),
      done: t('policies.plansDeleted', { name }),
      list: endpoints.plans.list,
    })
  return (
    <PolicyList
      title={t('plans.title')}
      text={t('plans.text')}
      add={{ label: t('policies.plansNew'), params: { plan: 'new' } }}
      query={plans}
      row={(plan) => (
        <PolicyRow
          key={plan.id}
          name={plan.name}
          hint={planWords({ ...plan, key: String(plan.id) }, words).hint ?? ''}
          filter="plan"
          count={members(plan.id)}
          onEdit={() => router.setParams({ plan: String(plan.id) }, 'push')}
          onDelete={() => void remove(plan)}
        >
          <Button
            label={t('planApply.open')}
            size="xs"
            onClick={() => router.setParams({ apply: String(plan.id) }, 'push')}
          />
        </PolicyRow>
      )}
    />
  )
}

interface Props {
  name: string
  hint: ReactNode
  /** The filter of the list of clients that finds its members. */
  filter: 'plan' | 'group'
  /** Undefined while it is not known. */
  count: number | undefined
  onEdit(): void
  onDelete(): void
  /** More actions, before the others. */
  children?: ReactNode
}

/** A plan or a group: what it is, who has it, and what can be done with it. */
function PolicyRow({ name, hint, filter, count, onEdit, onDelete, children }: Props) {
  const { t } = useTranslation()
  const members = `${paths.clients}?${new URLSearchParams({ q: filterOf(filter, name) })}`
  return (
    <li className={styles.row} data-policy={name}>
      <div className={styles.what}>
        <bdi className="strongName">{name}</bdi>
        <span className="dim88">{hint}</span>
      </div>
      {count !== undefined && (
        <Link to={members} className={styles.members}>
          {t('groups.members', { count })}
        </Link>
      )}
      <div className={styles.acts}>
        {children}
        <Button
          label={t('groups.edit')}
          size="xs"
          onClick={onEdit}
          aria-label={t('policies.plansEditOne', { name })}
        />
        <IconButton icon={TrashIcon} label={t('policies.plansDeleteOne', { name })} onClick={onDelete} />
      </div>
    </li>
  )
}
