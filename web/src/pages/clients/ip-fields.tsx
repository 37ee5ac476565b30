import { NumberInput, Select } from '@mantine/core'
import { useTranslation } from '../../i18n/translation.tsx'
import styles from './client-drawer.module.css'
import { EndingSelect } from './ending-select.tsx'
import type { FieldsProps, IpForm } from './field-forms.ts'

/** What an IP limit counts, how much time a phone has to change its network, and what happens above it. */
export function IpFields({ values, errors, set }: FieldsProps<IpForm>) {
  const { t } = useTranslation()
  return (
    <div className={styles.pair}>
      <Select
        name="ipCount"
        label={t('policy.ipCount')}
        value={values.ipCount}
        onChange={(next) => set('ipCount', next === 'network' ? 'network' : 'address')}
        data={[
          { value: 'address', label: t('policy.ipAddresses') },
          { value: 'network', label: t('policy.ipNetworks') },
        ]}
        allowDeselect={false}
      />
      <NumberInput
        name="ipGrace"
        label={t('policy.ipGrace')}
        description={t('policy.ipGraceHint')}
        value={values.ipGrace}
        error={errors.ipGrace}
        onChange={(next) => set('ipGrace', next)}
        min={0}
        max={3_600}
        allowDecimal={false}
        suffix=" s"
      />
      <EndingSelect
        name="whenOverIp"
        label={t('policy.overIp')}
        value={values.whenOverIp}
        cut={t('policy.overIpCut')}
        slow={t('policy.overIpSlow')}
        onChange={(next) => set('whenOverIp', next)}
      />
    </div>
  )
}
