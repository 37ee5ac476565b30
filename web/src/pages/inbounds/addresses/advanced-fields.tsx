import { Textarea } from '@mantine/core'
import { useState } from 'react'
import { useTranslation } from '../../../i18n/translation.tsx'
import type { AddressFormState } from './address-form.tsx'
import { addressLabels } from './address-labels.ts'
import { jsonFields } from './address-values.ts'
import styles from './addresses.module.css'

const hints = {
  muxParams: 'addresses.muxHint',
  sockoptParams: 'addresses.sockoptHint',
  finalMask: 'addresses.finalMaskHint',
} as const

/** Parts of the configuration that apps get, as the core writes them. */
export function AdvancedFields({ form }: { form: AddressFormState }) {
  const { t } = useTranslation()
  const [open, setOpen] = useState(false)
  const isRefused = jsonFields.some((name) => form.errors[name] !== undefined)
  return (
    <details
      className={styles.more}
      open={open || isRefused}
      onToggle={(event) => setOpen(event.currentTarget.open)}
    >
      <summary>{t('addresses.advanced')}</summary>
      <div className={styles.moreFields}>
        {jsonFields.map((name) => (
          <Textarea
            key={name}
            {...form.text(name)}
            label={t(addressLabels[name])}
            description={t(hints[name])}
            placeholder="{}"
            rows={2}
            autosize
            maxRows={12}
            dir="ltr"
            autoComplete="off"
            spellCheck={false}
          />
        ))}
      </div>
    </details>
  )
}
