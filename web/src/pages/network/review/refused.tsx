import { Alert, Button } from '@mantine/core'
import { useTranslation } from '../../../i18n/translation.tsx'
import { useServices } from '../../../services.tsx'
import { useDraft } from '../draft/draft.tsx'
import { rulesOf } from '../draft/template.ts'
import { RuleSentence } from '../routing/rule-sentence.tsx'
import { useTargets } from '../routing/targets.ts'
import { faultOf } from './fault.ts'
import styles from './review.module.css'

interface Props {
  /** In English, as the panel or the core says it: the rule at fault is found in it. */
  words: string
  /** In the reader's language, where the panel says it. */
  said?: string
  field?: string | undefined
}

/** Why it cannot be applied, with a button that opens the rule at fault. */
export function Refused({ words, said, field = '' }: Props) {
  const { t } = useTranslation()
  const { place } = useServices()
  const { template } = useDraft()
  const targets = useTargets()
  const rules = rulesOf(template)
  const fault = faultOf(words, field, rules)
  const rule = fault.rule === undefined ? undefined : rules[fault.rule]
  return (
    <Alert color="red" variant="light" role="alert" title={t('network.reviewRefused')}>
      <p className={styles.words} dir={said === undefined ? 'ltr' : 'auto'}>
        {said ?? words}
      </p>
      {rule && (
        <div className={styles.fault}>
          <RuleSentence rule={rule} targets={targets} />
          <Button
            size="xs"
            variant="default"
            onClick={() =>
              place.setParams({ tab: undefined, review: undefined, rule: String(fault.rule) }, 'push')
            }
          >
            {t('network.reviewOpenRule')}
          </Button>
        </div>
      )}
      <p>{t('network.reviewNothingStored')}</p>
    </Alert>
  )
}
