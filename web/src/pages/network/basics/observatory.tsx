import { TextInput } from '@mantine/core'
import { type Path, textIn, valueAt, withValueAt } from '#domain/core-config/edit.ts'
import { type PlainKey, useTranslation } from '../../../i18n/translation.tsx'
import { useDraft } from '../draft/draft.tsx'
import styles from '../outbounds/outbounds.module.css'
import { Box, noteOf, order } from './fields.tsx'

const probes: readonly [label: PlainKey, hint: PlainKey, path: Path][] = [
  ['basics.probeUrl', 'basics.probeUrlHint', ['observatory', 'probeURL']],
  ['basics.probeEvery', 'basics.probeEveryHint', ['observatory', 'probeInterval']],
  ['basics.probeUrl', 'basics.probeUrlHint', ['burstObservatory', 'pingConfig', 'destination']],
  ['basics.probeEvery', 'basics.probeEveryHint', ['burstObservatory', 'pingConfig', 'interval']],
]

/** Read-only: it is added and removed with the balancers that need it. */
export function Observatories() {
  const { t } = useTranslation()
  const { template, change } = useDraft()
  const shown = probes.filter(([, , [section]]) => section && valueAt(template, [section]) !== undefined)
  return (
    <Box title={t('basics.observatory')}>
      {shown.length === 0 && <p className={styles.dim}>{t('basics.observatoryNone')}</p>}
      {shown.map(([label, hint, path]) => (
        <TextInput
          key={path.join('.')}
          label={t(label)}
          description={noteOf(t(hint), 'restart')}
          inputWrapperOrder={order}
          value={textIn(template, path)}
          onChange={(event) => {
            const text = event.currentTarget.value.trim()
            change((draft) => withValueAt(draft, path, text === '' ? undefined : text))
          }}
          dir="ltr"
          autoComplete="off"
          spellCheck={false}
        />
      ))}
    </Box>
  )
}
