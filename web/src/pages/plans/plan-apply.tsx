import type { PlanChange } from '#contract/policies-api.ts'
import { endpoints, useCall, useRefresh, useReply } from '../../api/endpoints.ts'
import { useApp } from '../../services.tsx'
import { Button } from '../../ui/button.tsx'
import { Failed, Loaded } from '../../ui/states.tsx'
import styles from '../clients/bulk.module.css'
import { clientLabels } from '../clients/client-labels.ts'

/** Shows what a plan would change for everybody who has it, and applies exactly that. */
export function PlanApply({ plan, onClose }: { plan: { id: number; name: string }; onClose(): void }) {
  const { t, measures } = useApp()
  const refresh = useRefresh(endpoints.clients.listPaged)
  const params = { id: plan.id }
  const preview = useReply(endpoints.policies.previewPlan, { params, staleTime: 0, gcTime: 0 })
  const apply = useCall(endpoints.policies.applyPlan, {
    async onSuccess() {
      await refresh()
      onClose()
    },
    onError: () => void preview.refetch(), // the difference may be another one now
  })
  const said = ({ field, from, to }: PlanChange) => {
    const value = (one: number | string | boolean) => {
      if (typeof one === 'boolean') return t(one ? 'clients.yes' : 'clients.no')
      if (field === 'group') return String(one) || '—'
      if (one === 0) return t(field === 'reset' ? 'clients.never' : 'clients.unlimited')
      return field === 'totalGB' ? measures.bytes(Number(one)) : measures.count(Number(one))
    }
    return t('planApply.change', { field: t(clientLabels[field]), from: value(from), to: value(to) })
  }

  return (
    <div className="stack14">
      <p className={styles.preview}>{t('planApply.text')}</p>
      <Loaded query={preview} rows={2}>
        {({ clients, changed, fields, examples, version }) => (
          <>
            <p role="status">{t('planApply.who', { clients, changed })}</p>
            <ul className="indentedList">
              {fields.map((one) => (
                <li key={`${one.field} ${one.from}`}>
                  <bdi>{said(one)}</bdi>{' '}
                  <span className={styles.preview}>{t('groups.members', { count: one.clients })}</span>
                </li>
              ))}
            </ul>
            {examples.length > 0 && (
              <p className={styles.preview} dir="auto">
                {t('planApply.examples', { names: examples.map(({ email }) => email).join(', ') })}
              </p>
            )}
            {apply.error && <Failed error={apply.error} />}
            <div className="buttonsAtEnd">
              <Button label={t('confirm.cancel')} onClick={onClose} />
              <Button
                label={t('planApply.verb')}
                primary
                disabled={changed === 0}
                call={apply}
                input={{ params, body: { version } }}
              />
            </div>
          </>
        )}
      </Loaded>
    </div>
  )
}
